/** An entry as ledger/entries and ledger/export list it. */
import type { Costs, Names } from '../common/views.ts';
import type { LedgerEntryDocument } from './document.ts';

export type LedgerEntryView = Pick<
  LedgerEntryDocument,
  'entryId' | 'position' | 'kind' | 'amounts' | 'balanceAfter' | 'hash' | 'at' | 'actor'
> & {
  readonly jobId?: string;
  /** When the entry is about one. */
  readonly requirementId?: string;
  readonly attemptKeys?: readonly string[];
  readonly ownKeys?: LedgerEntryDocument['ownKeys'];
  /** Of a refund: its debit, and why. */
  readonly refundedEntryId?: string;
  readonly reason?: string;
  /** Of a grant that has one. */
  readonly note?: string;
  /** The name of `actor`, when it is a person with a known name. */
  readonly actorName: string | null;
} & Costs;

const USER = 'user:';

/** The key of the person that caused the entry; undefined where the service or a tool did. */
export const personOf = ({ actor }: Pick<LedgerEntryDocument, 'actor'>): string | undefined =>
  actor.startsWith(USER) ? actor.slice(USER.length) : undefined;

export const ledgerEntryView = (document: LedgerEntryDocument, names: Names): LedgerEntryView => {
  const { entryId, position, kind, amounts, balanceAfter, hash, at, actor } = document;
  const { jobId, requirementIds, attemptKeys, ownKeys, providerCosts, refundedEntryId, note } = document;
  const [requirementId] = requirementIds;
  return {
    entryId,
    position,
    kind,
    amounts,
    ...(jobId === null ? {} : { jobId }),
    ...(requirementId === undefined || requirementIds.length > 1 ? {} : { requirementId }),
    ...(attemptKeys.length === 0 ? {} : { attemptKeys }),
    ...(providerCosts.length === 0 ? {} : { providerCosts }),
    ...(ownKeys.length === 0 ? {} : { ownKeys }),
    ...(kind === 'grant' && note !== null && note !== '' ? { note } : {}),
    ...(refundedEntryId === null ? {} : { refundedEntryId, reason: note ?? '' }),
    balanceAfter,
    hash,
    at,
    actor,
    actorName: names.get(personOf(document) ?? '') ?? null,
  };
};
