import { onEvent } from '../../src/kernel/handlers.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import type { DeliveryState } from './state.ts';

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
