/** Deliveries of finished videos to destinations of users. */
import { KiB, SECOND } from './units.ts';

export const deliveryLimits = {
  /** spec: destinations of one request. */
  deliveryDestinationsMax: 10,
  /** Of one destination: the first one alone, within the request. */
  webhookAttemptsMax: 1,
  /** For one attempt, its wait for a place included: all of a request are over in this time. */
  deliveryAttemptMs: 20 * SECOND,
  /** An answer that announces more is refused; its body is not read. */
  deliveryAnswerBytesMax: 64 * KiB,
  deliverySecretCharsMax: 256,
  deliveryAccountCharsMax: 200,
  /** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
  emailCharsMax: 254,
  /** RFC 1035, section 2.3.4. */
  hostNameCharsMax: 253,
} as const;
