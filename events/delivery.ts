/** The events of a delivery. No address, secret or body is in them: a webhook's address may be a secret itself. */
import { deliveryCodes, deliveryStatuses, destinationTypes } from '../src/kernel/delivery-outcome.ts';
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, integer, nullable, object, oneOf, string } from '../src/kernel/shape.ts';
import { count, id, time } from './common.ts';

const event = eventsOf('delivery');

/** A caller asks for these destinations. Nothing is sent before this is in the log. */
export const deliveryRequested = event('DeliveryRequested', {
  workspaceId: id,
  destinations: array(
    object({
      type: oneOf(destinationTypes),
      /** The host of a webhook; null for other types. */
      host: nullable(string({ maxLength: limits.hostNameCharsMax })),
      /** Whether the caller gave a secret to sign with. */
      signed: boolean(),
    }),
    { minItems: 1, maxItems: limits.deliveryDestinationsMax },
  ),
  requestedAt: time,
});

/** The outcome of one attempt for one destination. To one that is blocked or unsupported no byte was sent. */
export const deliveryAttempted = event('DeliveryAttempted', {
  /** Of the destination, in the order of the request. */
  index: count,
  /** Counts the attempts for this destination from 1. */
  attempt: count,
  status: oneOf(deliveryStatuses),
  code: nullable(oneOf(deliveryCodes)),
  statusCode: nullable(integer()),
  attemptedAt: time,
});

export const deliveryEvents = [deliveryRequested, deliveryAttempted] as const;
export type DeliveryEvent = EventOf<(typeof deliveryEvents)[number]>;
