import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId } from '../common.ts';

/** An idempotency key is taken by one call: `targetId` is the job or media that it will start. */
export const requestClaimed = defineEvent(
  'request',
  'RequestClaimed',
  object({
    operation: string({ maxLength: 100 }),
    /** sha256 of path and canonical body. */
    bodyHash: hash,
    targetId: id,
    /** The project whose claims tell how far a start got; null for media. */
    projectId: nullableId,
    /** Counts the claims of this key from 1. */
    n: count,
  }),
);
