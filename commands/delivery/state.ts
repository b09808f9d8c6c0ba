import type { EventOf } from '../../src/kernel/event.ts';
import type { deliveryAttempted, DeliveryEvent, deliveryRequested } from '../../events/delivery.ts';
import { onEvent } from '../../src/kernel/handlers.ts';

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

export const evolve = onEvent<DeliveryEvent, DeliveryState>({
  DeliveryRequested: (state, { destinations, ...request }) => ({
    ...state,
    request,
    destinations: destinations.map((destination) => ({
      ...destination,
      attempts: [],
      open: true,
      round: 0,
      since: request.requestedAt,
    })),
  }),
  DeliveryAttempted: (state, attempt) => ({
    ...state,
    destinations: state.destinations.map((destination, index) =>
      index === attempt.index
        ? {
            ...destination,
            attempts: [...destination.attempts, attempt],
            open: attempt.status === 'retrying',
            round: destination.round + 1,
            since: destination.since ?? attempt.attemptedAt,
          }
        : destination,
    ),
  }),
  // Its attempt says it, too.
  DeliveryGivenUp: (state) => state,
  DeliveryRepeated: (state, { indexes, repeatedAt = null }) => ({
    ...state,
    repeats: state.repeats + 1,
    destinations: state.destinations.map((destination, index) =>
      indexes.includes(index) ? { ...destination, open: true, round: 0, since: repeatedAt } : destination,
    ),
  }),
  DeliveryCleared: (state) => ({ ...state, cleared: true }),
});
