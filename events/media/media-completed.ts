import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { count, credits } from '../common.ts';

/** Final: what rendered is paid, what failed was given back. */
export const mediaCompleted = defineEvent(
  'media',
  'MediaCompleted',
  object({ rendered: count, failed: count, chargedCredits: credits }),
);
