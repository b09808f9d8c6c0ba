/** Read model `delivery-list`: one document per delivery, the fold of its own stream with every attempt. */
import { type DeliveryDestination, type DeliveryState, evolve, initial } from '../commands/delivery/state.ts';
import { markOf, type StreamMark } from '../src/kernel/projection.ts';
import type { DeliveryEvent } from '../events/delivery.ts';
import { idOf } from '../src/kernel/event.ts';
import { defineProjection } from './common/define.ts';
import type { deliveryStatuses } from '../src/kernel/delivery-outcome.ts';
import { nextAttemptAt } from '../src/kernel/again.ts';

export type DeliveryListDocument = DeliveryState & {
  readonly deliveryId: string;
  /** Sorts deliveries by age. */
  readonly requestedPosition: string;
  readonly mark: StreamMark;
};

export const deliveryListProjection = defineProjection<DeliveryListDocument, DeliveryEvent>({
  name: 'delivery-list',
  version: 2,
  indexes: { byRequested: ['requestedPosition'] },
  categories: ['delivery'],
  touches: (event) => [idOf(event.stream)],
  evolve: (document, event, deliveryId) => ({
    ...evolve(document ?? initial, event),
    deliveryId,
    requestedPosition: document?.requestedPosition ?? event.position,
    mark: markOf(event),
  }),
});

export type LoggedDeliveryStatus = (typeof deliveryStatuses)[number] | 'pending';

/** `pending`: it has no attempt yet, or none since it was asked for again. */
export const statusOf = ({ attempts, open, round }: DeliveryDestination): LoggedDeliveryStatus => {
  const last = attempts.at(-1);
  return last === undefined || (open && round === 0) ? 'pending' : last.status;
};

/** As clients see it. No address is in it. */
export const deliveryItem = (id: string, { request, destinations }: DeliveryState) => ({
  id,
  createdAt: request?.requestedAt ?? null,
  notice: request?.notice === undefined ? null : { webhookId: request.notice.webhookId, type: request.notice.type },
  destinations: destinations.map(destinationItem),
});

const destinationItem = (destination: DeliveryDestination, index: number) => {
  const { type, host, signed, attempts, round, open } = destination;
  const last = attempts.at(-1);
  return {
    index,
    type,
    host,
    signed,
    status: statusOf(destination),
    nextAttemptAt: last?.status === 'retrying' && open ? nextAttemptAt(last.attemptedAt, round) : null,
    attempts: attempts.map(({ attempt, status, code, statusCode, attemptedAt, durationMs = null }) => ({
      attempt,
      status,
      code,
      statusCode,
      attemptedAt,
      durationMs,
    })),
  };
};
