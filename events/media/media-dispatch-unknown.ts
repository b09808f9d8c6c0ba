import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { time } from '../common.ts';
import { sceneAttemptMembers } from './common.ts';

/** The engine may or may not have done the work, and must not be asked again: a result may still come until `dueAt`. */
export const mediaDispatchUnknown = defineEvent(
  'media',
  'MediaDispatchUnknown',
  object({ ...sceneAttemptMembers, dueAt: time }),
);
