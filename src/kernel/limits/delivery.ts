/** Deliveries of finished videos to destinations of users, and webhooks of workspaces. */
import { DAY, KiB, MINUTE, SECOND } from './units.ts';

export const deliveryLimits = {
  /** spec: destinations of one request. */
  deliveryDestinationsMax: 10,
  /** Of a destination of any type, the first one included; as many again when it is asked for again. */
  deliveryAttemptsMax: 17,
  /** After the attempt of this place, over a day in all. A receiver that is back waits two hours at most. */
  deliveryBackoffMs: [
    10 * SECOND,
    1 * MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    60 * MINUTE,
    ...Array.from({ length: 11 }, () => 120 * MINUTE),
  ],
  /** A failed attempt that is later than this, after it was asked for, is the last one. */
  deliveryRetriedMs: DAY,
  /** An attempt within a request that has no outcome by then died with its process. */
  deliveryGraceMs: 60 * SECOND,
  /** Open deliveries to one destination; one more fails. */
  deliveriesOpenPerDestinationMax: 500,
  /** Destinations at one host that a supervisor attempts at once for one workspace; the mail server is one host. */
  deliveriesInFlightPerHostMax: 4,
  /** The queue of a destination is looked at anew after so long: more may wait by then than may. */
  deliveryStepMs: 60 * SECOND,
  /** Sealed content is kept for so long after the last event, for a delivery that is asked for again. */
  deliveryKeptMs: 3 * DAY,
  deliveryRepeatsMax: 5,
  /** For one attempt, its wait for a place included: all of a request are over in this time. */
  deliveryAttemptMs: 20 * SECOND,
  /** An answer that announces more is refused; its body is not read. */
  deliveryAnswerBytesMax: 64 * KiB,
  deliverySecretCharsMax: 256,
  deliveryAccountCharsMax: 200,
  /** Messages under way at once to the mail server, of one process, and those that wait; more are refused. */
  mailsMax: 8,
  mailWaitersMax: 512,
  /** One reply of the mail server. The message is bounded by its title and its link. */
  mailAnswerBytesMax: 64 * KiB,
  /** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
  emailCharsMax: 254,
  /** RFC 1035, section 2.3.4. */
  hostNameCharsMax: 253,

  // Webhooks of workspaces.
  webhooksPerWorkspaceMax: 20,
  webhookDescriptionCharsMax: 200,
  /** Standard Webhooks 1.0: from 24 to 64 bytes. */
  webhookSecretBytes: 32,
  /** After a rotation the secret before stays valid beside the new one for so long. */
  webhookSecretOverlapMs: 1 * DAY,
  /** A stream of webhooks is summed up after so many events. */
  webhooksPeriodEvents: 100,
  /** News are tried again after this while a store is away. */
  newsRetryMs: 5 * SECOND,
} as const;
