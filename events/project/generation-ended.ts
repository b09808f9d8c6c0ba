import { defineEvent } from '../../src/kernel/event.ts';
import { object, oneOf } from '../../src/kernel/shape.ts';
import { count, id } from '../common.ts';

/** The storyboard is free again: the job of claim `n` is final, or was refused before it began. */
export const generationEnded = defineEvent(
  'project',
  'GenerationEnded',
  object({ n: count, jobId: id, outcome: oneOf(['finished', 'refused']) }),
);
