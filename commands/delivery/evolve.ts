import { onEvent } from '../../src/kernel/handlers.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import type { DeliveryState } from './state.ts';

export const evolve = onEvent<DeliveryEvent, DeliveryState>({
  DeliveryRequested: (_, { workspaceId, requestedAt, destinations }) => ({
    request: { workspaceId, requestedAt },
    destinations: destinations.map((destination) => ({ ...destination, attempts: [] })),
  }),
  DeliveryAttempted: (state, attempt) => ({
    ...state,
    destinations: state.destinations.map((destination, index) =>
      index === attempt.index ? { ...destination, attempts: [...destination.attempts, attempt] } : destination,
    ),
  }),
});
