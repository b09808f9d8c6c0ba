/** An entry as ledger/entries and ledger/export list it. */
import type { Names } from '../common/views.ts';
import type { LedgerEntryDocument } from './document.ts';

const USER = 'user:';

/** The key of the person that caused the entry; undefined where the service or a tool did. */
export const personOf = ({ actor }: Pick<LedgerEntryDocument, 'actor'>): string | undefined =>
  actor.startsWith(USER) ? actor.slice(USER.length) : undefined;

export const ledgerEntryView = (document: LedgerEntryDocument, names: Names) => {
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
