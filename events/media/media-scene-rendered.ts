import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object } from '../../src/kernel/shape.ts';
import { asset } from '../common.ts';
import { sceneAttemptMembers } from './common.ts';

/** The engine delivered; the asset is stored and the scene is to be paid. */
export const mediaSceneRendered = defineEvent(
  'media',
  'MediaSceneRendered',
  object({ ...sceneAttemptMembers, epoch: integer({ minimum: 1 }), asset }),
);
