import { defineEvent } from '../../src/kernel/event.ts';
import { array, integer, object, string } from '../../src/kernel/shape.ts';
import { count } from '../common.ts';

/** The answer that this key gives from here on: byte for byte, except the freshly signed URLs at `signed`. */
export const requestAnswered = defineEvent(
  'request',
  'RequestAnswered',
  object({
    n: count,
    status: integer({ minimum: 200, maximum: 599 }),
    body: string(),
    /** JSON pointers of objects whose `url` and `expiresAt` are signed anew, with the object key to sign. */
    signed: array(object({ pointer: string(), key: string({ maxLength: 300 }) })),
  }),
);
