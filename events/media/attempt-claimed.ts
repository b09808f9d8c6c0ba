import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object } from '../../src/kernel/shape.ts';
import { hash, id } from '../common.ts';
import { sceneAttemptMembers } from './common.ts';

/** A dispatcher holds the attempt; see the event of the same name of a job. */
export const mediaAttemptClaimed = defineEvent(
  'media',
  'AttemptClaimed',
  object({ ...sceneAttemptMembers, epoch: integer({ minimum: 1 }), holder: id, promptHash: hash }),
);
