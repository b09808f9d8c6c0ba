import { defineEvent } from '../../src/kernel/event.ts';
import { nullable, object, string } from '../../src/kernel/shape.ts';
import { asset, count, credits, hash } from '../common.ts';
import { sceneAttemptMembers } from './common.ts';

/** The intent to make one attempt at a scene: in the log before any engine is called. */
export const mediaSceneDispatched = defineEvent(
  'media',
  'MediaSceneDispatched',
  object({
    ...sceneAttemptMembers,
    engine: string({ maxLength: 100 }),
    seed: count,
    priceCredits: credits,
    requestHash: hash,
    previousAsset: nullable(asset),
  }),
);
