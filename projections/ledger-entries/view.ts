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
  readonly refundedEntryId?: string;
  readonly note?: string;
};

export const ledgerEntryView = (document: LedgerEntryDocument): LedgerEntryView => {
  const { entryId, position, kind, amounts, balanceAfter, hash, at, actor } = document;
  const { jobId, requirementIds, attemptKeys, refundedEntryId, note } = document;
  const [requirementId] = requirementIds;
  return {
    entryId,
    position,
    kind,
    amounts,
    ...(jobId === null ? {} : { jobId }),
    ...(requirementId === undefined || requirementIds.length > 1 ? {} : { requirementId }),
    ...(attemptKeys.length === 0 ? {} : { attemptKeys }),
    ...(refundedEntryId === null ? {} : { refundedEntryId }),
    ...(note === null ? {} : { note }),
    balanceAfter,
    hash,
    at,
    actor,
  };
};
