import { defineEvent } from '../../src/kernel/event.ts';
import { object, optional, string } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId, time } from '../common.ts';

/** An idempotency key is taken by one call: it stands for one target. */
export const requestClaimed = defineEvent(
  'request',
  'RequestClaimed',
  object({
    operation: string({ maxLength: 100 }),
    /** sha256 of path and canonical body. */
    bodyHash: hash,
    /** What the call will start or make; also a project, a workspace or an entry that the key names. */
    targetId: id,
    /** The project whose claims tell how far a start got; null where no project is claimed. */
    projectId: nullableId,
    /** Counts the claims of this key from 1. */
    n: count,
    /** By the claimer's clock: whoever asks again is told how long the claim may still take. */
    claimedAt: optional(time),
  }),
);
