import { defineEvent } from '../../src/kernel/event.ts';
import { array, integer, object, oneOf, string } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

/** The ladder's next step for a frame that failed; its dispatch follows. */
export const frameRepairPlanned = defineEvent(
  'job',
  'FrameRepairPlanned',
  object({
    requirementId: id,
    frameIndex: count,
    nextAttempt: integer({ minimum: 2 }),
    step: oneOf(['new_seed', 'corrections', 'next_engine']),
    engine: string({ maxLength: 100 }),
    corrections: array(string({ maxLength: 500 }), { maxItems: 50 }),
  }),
);
