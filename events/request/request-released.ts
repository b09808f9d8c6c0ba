import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';
import { count } from '../common.ts';

/** The call was refused before any work was queued: the key is free again. */
export const requestReleased = defineEvent(
  'request',
  'RequestReleased',
  object({ n: count, reason: string({ maxLength: 100 }) }),
);
