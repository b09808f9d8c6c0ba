import type { EventOf } from '../../src/kernel/event.ts';
import type { deliveryAttempted, deliveryRequested } from '../../events/delivery.ts';

type Requested = EventOf<typeof deliveryRequested>['data'];
export type DeliveryAttempt = EventOf<typeof deliveryAttempted>['data'];

/** A destination with its attempts in their order; none while the first is under way. */
export type DeliveryDestination = Requested['destinations'][number] & {
  readonly attempts: readonly DeliveryAttempt[];
  /** Another attempt follows, or the first one is under way. */
  readonly open: boolean;
  /** Attempts since it was asked for, or asked for again. */
  readonly round: number;
  /** When its time to be delivered began: when it was asked for, or asked for again. Null: with its next attempt. */
  readonly since: string | null;
};

/** `request` is null before the delivery is requested. */
export type DeliveryState = {
  readonly request: Pick<Requested, 'workspaceId' | 'requestedAt' | 'notice'> | null;
  readonly destinations: readonly DeliveryDestination[];
  /** How often it was asked for again. */
  readonly repeats: number;
  readonly cleared: boolean;
};

export const initial: DeliveryState = { request: null, destinations: [], repeats: 0, cleared: false };
