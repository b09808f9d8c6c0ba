import { accept } from '../../src/kernel/decider.ts';
import { deliveryRequested } from '../../events/delivery.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import type { DeliveryState } from './state.ts';

/** Writes a delivery down before its first attempt. */
export type RequestDelivery = EventOf<typeof deliveryRequested>['data'] & { readonly type: 'RequestDelivery' };

export const requestDelivery = (command: RequestDelivery, state: DeliveryState) => {
  if (state.request !== null) return accept();
  const { type: _, ...request } = command;
  return accept(deliveryRequested(request));
};
