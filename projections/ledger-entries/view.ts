/** An entry as ledger/entries and ledger/export list it (contract, section 8). */
import type { LedgerEntryDocument } from './document.ts';

export type LedgerEntryView = Pick<
  LedgerEntryDocument,
  'entryId' | 'position' | 'kind' | 'amounts' | 'balanceAfter' | 'hash' | 'at' | 'actor'
> & {
  readonly jobId?: string;
  /** When the entry is about one. */
  readonly requirementId?: string;
  readonly attemptKeys?: readonly string[];
};

export const ledgerEntryView = (document: LedgerEntryDocument): LedgerEntryView => {
  const { entryId, position, kind, amounts, balanceAfter, hash, at, actor } = document;
  const { jobId, requirementIds, attemptKeys } = document;
  const [requirementId] = requirementIds;
  return {
    entryId,
    position,
    kind,
    amounts,
    ...(jobId === null ? {} : { jobId }),
    ...(requirementId === undefined || requirementIds.length > 1 ? {} : { requirementId }),
    ...(attemptKeys.length === 0 ? {} : { attemptKeys }),
    balanceAfter,
    hash,
    at,
    actor,
  };
};
