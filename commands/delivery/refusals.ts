import type { Refusal } from '../../src/kernel/decider.ts';

export type DeliveryRefusal = Refusal<
  /** The delivery has no destination at this index. */
  | 'destination_unknown'
  /** An attempt before it is missing, or the destination has had all of its attempts. */
  | 'attempt_out_of_turn'
>;
