import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { time } from '../common.ts';
import { attemptMembers } from './common.ts';

/** The engine may or may not have done the work, and must not be asked again: a result may still come until `dueAt`. */
export const frameDispatchUnknown = defineEvent(
  'job',
  'FrameDispatchUnknown',
  object({ ...attemptMembers, dueAt: time }),
);
