import { deliveryCleared } from '../../events/delivery.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import type { DeliveryState } from './state.ts';

/** The delivery is over, and its sealed content may be removed: nothing is sent any more. */
export type ClearDelivery = { readonly type: 'ClearDelivery' };

export const clearDelivery = (_: ClearDelivery, { cleared, destinations }: DeliveryState) => {
  if (cleared) return accept();
  return destinations.some(({ open }) => open) ? refuse('attempt_out_of_turn') : accept(deliveryCleared({}));
};
