import type { Refusal } from '../../src/kernel/decider.ts';

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
