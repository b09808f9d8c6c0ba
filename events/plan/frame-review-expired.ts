import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

/** Nobody decided on a frame in human review in time; the credits kept for it go back. */
export const frameReviewExpired = defineEvent(
  'plan',
  'FrameReviewExpired',
  object({ frameIndex: count, requirementId: id, jobId: id }),
);
