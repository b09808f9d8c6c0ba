import { defineEvent } from '../../src/kernel/event.ts';
import { object, oneOf } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

/** The ladder is at its end: only a person can decide, and nothing more is spent until then. */
export const humanReviewRequired = defineEvent(
  'job',
  'HumanReviewRequired',
  object({
    requirementId: id,
    frameIndex: count,
    reason: oneOf(['attempts_exhausted', 'engine_failed', 'dispatch_unknown', 'content_lost']),
  }),
);
