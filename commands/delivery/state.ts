import type { EventOf } from '../../src/kernel/event.ts';
import type { deliveryAttempted, deliveryRequested } from '../../events/delivery.ts';

type Requested = EventOf<typeof deliveryRequested>['data'];
export type DeliveryAttempt = EventOf<typeof deliveryAttempted>['data'];

/** A destination with its attempts in their order; none while the first is under way. */
export type DeliveryDestination = Requested['destinations'][number] & {
  readonly attempts: readonly DeliveryAttempt[];
};

/** `request` is null before the delivery is requested. */
export type DeliveryState = {
  readonly request: Pick<Requested, 'workspaceId' | 'requestedAt'> | null;
  readonly destinations: readonly DeliveryDestination[];
};

export const initial: DeliveryState = { request: null, destinations: [] };
