import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, object, string } from '../../src/kernel/shape.ts';
import { nullableTime } from '../common.ts';
import { attemptMembers } from './common.ts';

/**
 * The attempt came to nothing: an engine failed, or what it delivered was lost before it was judged. `consumed` is
 * false when the engine did nothing at all and the same attempt is dispatched again at `retryAt`.
 */
export const frameRenderFailed = defineEvent(
  'job',
  'FrameRenderFailed',
  object({
    ...attemptMembers,
    code: string({ maxLength: 100 }),
    message: string({ maxLength: 500 }),
    consumed: boolean(),
    retryAt: nullableTime,
  }),
);
