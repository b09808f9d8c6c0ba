/** The events of a delivery. No address, secret or body is in them: a webhook's address may be a secret itself. */
import { deliveryCodes, deliveryStatuses, destinationTypes } from '../src/kernel/delivery-outcome.ts';
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, integer, nullable, object, oneOf, optional, string } from '../src/kernel/shape.ts';
import { noticeTypes } from '../src/kernel/webhook-events.ts';
import { count, fingerprint, id, nullableId, time } from './common.ts';

const event = eventsOf('delivery');

/**
 * The same for all deliveries of a workspace to one address: they keep their order. It tells nothing of the address.
 * Absent for a destination that has none, and in older events.
 */
const lane = optional(fingerprint);

const host = string({ maxLength: limits.hostNameCharsMax });

/** A caller asks for these destinations. Nothing is sent before this is in the log. */
export const deliveryRequested = event('DeliveryRequested', {
  workspaceId: id,
  destinations: array(
    object({
      type: oneOf(destinationTypes),
      /** The host of a webhook; null for other types. */
      host: nullable(host),
      /** Whether the caller gave a secret to sign with. */
      signed: boolean(),
      lane,
    }),
    { minItems: 1, maxItems: limits.deliveryDestinationsMax },
  ),
  requestedAt: time,
  /** No attempt is made within the request: open work makes the first one. */
  later: optional(boolean()),
  /** Of a delivery to a webhook of the workspace; `eventId`: the event of the log that it tells of, null for a ping. */
  notice: optional(object({ webhookId: id, type: oneOf(noticeTypes), eventId: nullableId })),
});

/**
 * The outcome of one attempt for one destination; `retrying`: it failed, and another follows. To one that is blocked or
 * unsupported no byte was sent.
 */
export const deliveryAttempted = event('DeliveryAttempted', {
  /** Of the destination, in the order of the request. */
  index: count,
  /** Counts the attempts for this destination from 1. */
  attempt: count,
  status: oneOf(deliveryStatuses),
  code: nullable(oneOf(deliveryCodes)),
  statusCode: nullable(integer()),
  /** When its outcome was known. */
  attemptedAt: time,
  /** From its first step to its outcome; absent where it was not measured. */
  durationMs: optional(count),
  lane,
});

/** No attempt follows by itself for a destination that has not taken the delivery. In one append with the last one. */
export const deliveryGivenUp = event('DeliveryGivenUp', {
  index: count,
  /** How many there were, those before it was asked for again included. */
  attempts: count,
  /** Of the last one. */
  status: oneOf(['failed', 'blocked']),
  code: oneOf(deliveryCodes),
  statusCode: nullable(integer()),
});

/** A caller asks again for these destinations, whose attempts had ended. */
export const deliveryRepeated = event('DeliveryRepeated', {
  indexes: array(count, { minItems: 1, maxItems: limits.deliveryDestinationsMax }),
  /** Of these destinations, in the same order. */
  lanes: optional(array(nullable(fingerprint), { maxItems: limits.deliveryDestinationsMax })),
  /** The same of their hosts. Absent where none has one, and in older events. */
  hosts: optional(array(nullable(host), { maxItems: limits.deliveryDestinationsMax })),
  /** From here on their attempts have a day again. Absent in older events: theirs begins with the first attempt. */
  repeatedAt: optional(time),
});

/** The delivery is over: nothing is sent any more, and its sealed addresses and bodies are removed behind this. */
export const deliveryCleared = event('DeliveryCleared', {});

export const deliveryEvents = [
  deliveryRequested,
  deliveryAttempted,
  deliveryGivenUp,
  deliveryRepeated,
  deliveryCleared,
] as const;
export type DeliveryEvent = EventOf<(typeof deliveryEvents)[number]>;
