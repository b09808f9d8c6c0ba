/** A delivery as clients see it. No address is in it. */
import type { DeliveryDestination, DeliveryState } from '../../commands/delivery/state.ts';
import type { deliveryStatuses } from '../../src/kernel/delivery-outcome.ts';
import { nextAttemptAt } from '../../src/kernel/next-attempt-at.ts';

export type LoggedDeliveryStatus = (typeof deliveryStatuses)[number] | 'pending';

/** `pending`: it has no attempt yet, or none since it was asked for again. */
export const statusOf = ({ attempts, open, round }: DeliveryDestination): LoggedDeliveryStatus => {
  const last = attempts.at(-1);
  return last === undefined || (open && round === 0) ? 'pending' : last.status;
};

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
