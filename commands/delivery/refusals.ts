import type { Refusal } from '../../src/kernel/decider.ts';

export type DeliveryRefusal = Refusal<
  /** The delivery has no destination at this index. */
  | 'destination_unknown'
  /** An attempt before it is missing, or the destination has had all of its attempts. */
  | 'attempt_out_of_turn'
  /** Its content is removed, or it was asked for again too often. */
  | 'delivery_over'
  /** Each destination has taken it, has attempts to come, or is of a type that takes none. */
  | 'nothing_to_repeat'
>;
