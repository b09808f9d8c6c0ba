import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Revision } from '../../src/kernel/position.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { type Allocation, bonusOf, ledgerRefunded, sumOf } from '../../events/ledger.ts';
import { amountOk, entryIdOk, idOk } from './checks.ts';
import { thenExpire } from './expire-credits.ts';
import { splitAt } from './lots.ts';
import type { LedgerState } from './state.ts';

/**
 * Gives debited credits back to their lots, the last spent first. A ledger cannot remember every debit, so the caller
 * brings the evidence from the log: the debited amount, the amount refunded so far, and the revision of that read. The
 * state remembers the revision of its last refund and refuses older evidence. So a debit can never be refunded beyond
 * its amount.
 */
export type RefundEntry = {
  readonly type: 'RefundEntry';
  readonly entryId: string;
  readonly refundedEntryId: string;
  /** `debited` of that LedgerDebited. */
  readonly debited: readonly Allocation[];
  /** Sum of all refunds of it up to `asOf`. */
  readonly refunded: number;
  readonly asOf: Revision;
  readonly amount: number;
  readonly reason: string;
  readonly now: string;
};

export const refundEntry = (command: RefundEntry, state: LedgerState) => {
  const { entryId, refundedEntryId, refunded, asOf, amount, reason } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || !idOk(refundedEntryId) || now === undefined) {
    return refuse('malformed_entry', { what: 'entryId, refundedEntryId or now' });
  }
  if (state.grantIds.includes(entryId)) return accept();
  if (state.lastRefund !== null && state.lastRefund > asOf) {
    return refuse('refund_evidence_stale', { lastRefund: state.lastRefund });
  }
  if (state.closed) return refuse('ledger_closed');
  const { paid, bonus } = state.balances;
  if (!amountOk(amount, 1, Number.MAX_SAFE_INTEGER - paid - bonus)) return refuse('amount_out_of_range', { amount });
  const debited = sumOf(command.debited);
  if (amount > debited - refunded) return refuse('refund_exceeds_debit', { debited, refunded });

  const left = splitAt(command.debited.toReversed(), refunded).rest;
  const allocations = splitAt(left, amount).first;
  const known = new Set(state.lots.map(({ id }) => id));
  const lots = known.union(new Set(allocations.map(({ lot }) => lot))).size;
  if (lots > limits.ledgerLotsMax) return refuse('too_many_lots', { lots });
  const toBonus = bonusOf(allocations);
  const balances = { ...state.balances, paid: paid + amount - toBonus, bonus: bonus + toBonus };
  const event = ledgerRefunded({ entryId, refundedEntryId, amount, allocations, reason, balances });
  return accept(...thenExpire(state, event, now));
};
