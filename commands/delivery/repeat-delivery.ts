import { deliveryRepeated } from '../../events/delivery.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { DeliveryState } from './state.ts';

/** Opens each destination again whose attempts have ended without a delivery: it has as many attempts anew. */
export type RepeatDelivery = {
  readonly type: 'RepeatDelivery';
  /** RFC 3339 UTC. */
  readonly now: string;
};

/** Delivered, or of a type that takes none. */
const TAKEN: readonly unknown[] = ['delivered', 'unsupported'];

const isGiven = (name: string | null): boolean => name !== null;

export const repeatDelivery = (
  { now: repeatedAt }: RepeatDelivery,
  { destinations, repeats, cleared }: DeliveryState,
) => {
  if (cleared || repeats >= limits.deliveryRepeatsMax) return refuse('delivery_over');
  const indexes = destinations.flatMap(({ open, attempts }, index) =>
    open || TAKEN.includes(attempts.at(-1)?.status) ? [] : [index],
  );
  if (indexes.length === 0) return refuse('nothing_to_repeat');
  const lanes = indexes.map((index) => destinations[index]?.lane ?? null);
  const hosts = indexes.map((index) => destinations[index]?.host ?? null);
  return accept(
    deliveryRepeated({
      indexes,
      ...(lanes.some(isGiven) && { lanes }),
      ...(hosts.some(isGiven) && { hosts }),
      repeatedAt,
    }),
  );
};
