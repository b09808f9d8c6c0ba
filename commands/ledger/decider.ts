import { accept, type Decider, type Refusal } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import { creditsLow, type LedgerEvent } from '../../events/ledger.ts';
import { closeLedger } from './close-ledger.ts';
import { debitPart, releaseParts } from './close-parts.ts';
import { expireCredits } from './expire-credits.ts';
import { grantCredits } from './grant-credits.ts';
import { holdCredits } from './hold-credits.ts';
import { closePeriod } from './period.ts';
import { refundEntry } from './refund-entry.ts';
import { crossed, setSpendLimits } from './spending.ts';
import { evolve, fold } from './evolve.ts';
import { initial, type LedgerState } from './state.ts';
import { balancesOf } from './queries.ts';

const commands = {
  GrantCredits: grantCredits,
  HoldCredits: holdCredits,
  DebitPart: debitPart,
  ReleaseParts: releaseParts,
  ExpireCredits: expireCredits,
  RefundEntry: refundEntry,
  SetSpendLimits: setSpendLimits,
  CloseLedger: closeLedger,
};

export type LedgerCommand = CommandIn<typeof commands>;

type LedgerDecider = Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerRefusal>;

const carryOut: LedgerDecider['decide'] = onCommand(commands);

/** Appends which take the available credits below a threshold say so. Above it again, the next fall is told anew. */
const decide: LedgerDecider['decide'] = (command, state, revision) => {
  const decision = carryOut(command, state, revision);
  if (decision.kind === 'refused' || state.limits.lowAt.length === 0) return decision;
  const after = fold(state, decision.events);
  const threshold = crossed(state, after);
  if (threshold === undefined) return decision;
  const { available } = balancesOf(after);
  return accept(...decision.events, creditsLow({ threshold, available, balances: after.balances }));
};

const decider: LedgerDecider = { category: 'ledger', initial, evolve, decide };

/** Credits of one workspace: integers, double entry, every part of a hold closed exactly once. */
export const createLedgerDecider = (every: number) =>
  inPeriods(decider, { every, type: 'LedgerPeriodClosed', close: closePeriod });

export const ledgerDecider = createLedgerDecider(limits.ledgerPeriodEvents);

/** One ledger per workspace: writers of different tenants never meet. */
export const ledgerStream = (workspaceId: string): string => `ledger-${workspaceId}`;

export type LedgerRefusal = Refusal<
  /** detail: `required`, `available`. */
  | 'insufficient_credits'
  /**
   * More than the month may spend; detail: `capOf`, `cap`, `spent`, `required`. These are credits of a workspace or a
   * token; of `users` they are the users whose tokens have a cap.
   */
  | 'spend_cap_reached'
  /** The open holds of this workspace are at their bound; detail: `holds`, `parts`, `allocations` as they would be. */
  | 'too_many_open_holds'
  /** The id belongs to an open hold of another owner or claim. */
  | 'hold_id_taken'
  /** The workspace has ended. */
  | 'ledger_closed'
  /** The workspace cannot end before they are forfeited; detail: `paid`. */
  | 'paid_credits_left'
  /** Not a whole number of credits within its bounds, or the sum would leave the safe integers; detail: `amount`. */
  | 'amount_out_of_range'
  /** Not a time, or not in the future. */
  | 'expiry_invalid'
  /** One more date of expiry than a ledger may hold; detail: `lots`. */
  | 'too_many_lots'
  /** More than is left of the debit; detail: `debited`, `refunded`. */
  | 'refund_exceeds_debit'
  /** A refund came after the evidence was read: read again; detail: `lastRefund`. */
  | 'refund_evidence_stale'
  /** An id, list or time that no entry can hold: a bug of the caller; detail: `what`. */
  | 'malformed_entry'
>;
