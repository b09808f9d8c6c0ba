/** What is particular to each kind of entry. */
import { assertNever } from '../../src/kernel/faults.ts';
import type { Allocation, LedgerEvent } from '../../events/ledger.ts';
import { bonusOf, closingOf, sumOf } from '../credits.ts';
import type { LedgerEntryDocument } from './document.ts';

type Entry = Exclude<LedgerEvent, { readonly type: 'LedgerPeriodClosed' }>;
type Particulars = Pick<LedgerEntryDocument, 'kind' | 'amounts'> & Partial<LedgerEntryDocument>;

export const particularsOf = (event: Entry): Particulars => {
  switch (event.type) {
    case 'CreditsGranted':
      return { kind: 'grant', amounts: pools([event.data], 1), note: event.data.note };
    case 'CreditsExpired':
      return { kind: 'expiry', amounts: pools([event.data], -1) };
    case 'CreditsHeld': {
      const { ownerId, holdId, parts } = event.data;
      const held = parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);
      const requirementIds = parts.map(({ partId }) => partId);
      return { kind: 'hold', amounts: { paid: 0, bonus: 0, held }, jobId: ownerId, holdId, requirementIds };
    }
    case 'HoldReleased': {
      const { ownerId, holdId, parts, reason } = event.data;
      const amounts = { paid: 0, bonus: 0, held: negative(closingOf(event).closed) };
      const requirementIds = parts.map(({ partId }) => partId);
      return { kind: 'release', amounts, jobId: ownerId, holdId, requirementIds, note: reason };
    }
    case 'LedgerDebited': {
      const { ownerId, holdId, partId, debited, attemptKeys } = event.data;
      const amounts = { ...pools(debited, -1), held: negative(closingOf(event).closed) };
      return { kind: 'debit', amounts, jobId: ownerId, holdId, requirementIds: [partId], attemptKeys };
    }
    case 'LedgerRefunded': {
      const { allocations, refundedEntryId, reason } = event.data;
      return { kind: 'refund', amounts: pools(allocations, 1), refundedEntryId, note: reason };
    }
    default:
      return assertNever(event);
  }
};

const pools = (allocations: readonly Allocation[], sign: 1 | -1): LedgerEntryDocument['amounts'] => {
  const bonus = bonusOf(allocations);
  const paid = sumOf(allocations) - bonus;
  return sign === 1 ? { paid, bonus, held: 0 } : { paid: negative(paid), bonus: negative(bonus), held: 0 };
};

/** JSON knows no -0. */
const negative = (amount: number): number => (amount === 0 ? 0 : -amount);
