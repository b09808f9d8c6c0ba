/** The events of an idempotency key. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { array, boolean, integer, object, optional, string } from '../src/kernel/shape.ts';
import { count, hash, id, nullableId, time } from './common.ts';

const event = eventsOf('request');

/** One call takes an idempotency key: the key then means one target. */
export const requestClaimed = event('RequestClaimed', {
  operation: string({ maxLength: 100 }),
  /** sha256 of path and canonical body. */
  bodyHash: hash,
  /** The target that the call will start or make; also a project, a workspace or an entry that the key names. */
  targetId: id,
  /** The project whose claims tell how far a start got; null where no project is claimed. */
  projectId: nullableId,
  /** Counts the claims of this key from 1. */
  n: count,
  /** By the claimer's clock: a repeat is told how long the claim may still take. */
  claimedAt: optional(time),
  /** The call met a job that was there before, and starts nothing itself. */
  existing: optional(boolean()),
});

/** The call was refused before any work was queued, or it died: the key is free again. */
export const requestReleased = event('RequestReleased', {
  n: count,
  reason: string({ maxLength: 100 }),
  /** The one body that may take the key: what the key names may be made by now. Absent where any body may. */
  bodyHash: optional(hash),
});

/**
 * The answer that this key gives from here on: byte for byte, except the freshly signed URLs at `signed`. A refusal
 * after work was queued is one, too, and `body` has what differs from call to call.
 */
export const requestAnswered = event('RequestAnswered', {
  n: count,
  status: integer({ minimum: 200, maximum: 599 }),
  body: string(),
  /** JSON pointers of objects whose `url` and `expiresAt` are signed anew, with the object key to sign. */
  signed: array(object({ pointer: string(), key: string({ maxLength: 300 }) })),
});

export const requestEvents = [requestClaimed, requestReleased, requestAnswered] as const;
export type RequestEvent = EventOf<(typeof requestEvents)[number]>;
