import type { Refusal } from '../../src/kernel/decider.ts';

export type RequestRefusal = Refusal<
  /** Another call with this key is under way. */
  | 'request_in_progress'
  /** The key was used with another body. */
  | 'idempotency_key_reused'
  /** The claim that the caller stands on is over: another took it to its end. */
  | 'claim_lost'
>;
