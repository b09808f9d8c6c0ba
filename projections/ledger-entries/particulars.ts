/** The particulars of each kind of entry. */
import { WHOLE } from '../../commands/job/queries.ts';
import { ofEvent } from '../../src/kernel/handlers.ts';
import { type Allocation, bonusOf, type LedgerEntry, sumOf } from '../../events/ledger.ts';
import { closingOf } from '../common/credits.ts';
import type { LedgerEntryDocument } from './document.ts';

type Particulars = Pick<LedgerEntryDocument, 'kind' | 'amounts'> & Partial<LedgerEntryDocument>;

export const particularsOf = ofEvent<LedgerEntry, Particulars>({
  CreditsGranted: (grant) => ({ kind: 'grant', amounts: pools([grant], 1), note: grant.note }),
  CreditsExpired: (expired) => ({ kind: 'expiry', amounts: pools([expired], -1) }),
  CreditsHeld: ({ ownerId, holdId, parts }) => ({
    kind: 'hold',
    amounts: { bonus: 0, held: sumOf(parts.flatMap(({ allocations }) => allocations)), paid: 0 },
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf(parts),
  }),
  HoldReleased: ({ ownerId, holdId, parts, reason, providerCosts = [] }, event) => ({
    kind: 'release',
    amounts: { bonus: 0, held: negative(closingOf(event).closed), paid: 0 },
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf(parts),
    note: reason,
    providerCosts,
  }),
  LedgerDebited: ({ ownerId, holdId, partId, debited, attemptKeys, ownKeys = [], providerCosts = [] }, event) => ({
    kind: 'debit',
    amounts: pools(debited, -1, negative(closingOf(event).closed)),
    jobId: ownerId,
    holdId,
    requirementIds: tasksOf([{ partId }]),
    attemptKeys,
    providerCosts,
    ownKeys,
  }),
  LedgerRefunded: ({ allocations, refundedEntryId, reason }) => ({
    kind: 'refund',
    amounts: pools(allocations, 1),
    refundedEntryId,
    note: reason,
  }),
});

/** The part of a whole job is about none of its tasks. */
const tasksOf = (parts: readonly { readonly partId: string }[]): readonly string[] =>
  parts.flatMap(({ partId }) => (partId === WHOLE ? [] : [partId]));

const pools = (allocations: readonly Allocation[], sign: 1 | -1, held = 0): LedgerEntryDocument['amounts'] => {
  const bonus = bonusOf(allocations);
  const paid = sumOf(allocations) - bonus;
  return sign === 1 ? { bonus, held, paid } : { bonus: negative(bonus), held, paid: negative(paid) };
};

/** JSON knows no -0. */
const negative = (amount: number): number => (amount === 0 ? 0 : -amount);
