import type { Refusal } from '../../src/kernel/decider.ts';

export type RequestRefusal = Refusal<
  /** Another call with this key is under way. */
  | 'request_in_progress'
  /** The key was used with another body. */
  | 'idempotency_key_reused'
  /** The caller's claim is over: another process finished it. */
  | 'claim_lost'
>;
