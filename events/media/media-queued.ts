import { defineEvent } from '../../src/kernel/event.ts';
import { array, nullable, object, oneOf, string } from '../../src/kernel/shape.ts';
import { count, credits, hash, id, nullableId } from '../common.ts';

/** Work without QA exists and its credits are held: one part for each scene. What the scenes ask for is an artifact. */
export const mediaQueued = defineEvent(
  'media',
  'MediaQueued',
  object({
    workspaceId: id,
    kind: oneOf(['image']),
    operation: oneOf(['image_generate', 'storyboard_batch']),
    projectId: nullableId,
    holdId: id,
    /** Artifact: one image request per scene, in order. */
    requestHash: hash,
    engine: string({ maxLength: 100 }),
    continuityMode: oneOf(['independent', 'master_reference', 'chain']),
    requiredCredits: credits,
    scenes: array(object({ sceneId: id, index: count, priceCredits: credits, seed: count }), {
      minItems: 1,
      maxItems: 200,
    }),
    /** The idempotency key's stream, answered when this work ends; null without a key. */
    requestId: nullable(string({ maxLength: 200 })),
  }),
);
