import { defineEvent } from '../../src/kernel/event.ts';
import { array, nullable, object, string } from '../../src/kernel/shape.ts';
import { count, credits, hash, id } from '../common.ts';

/** One part (at most 32 frames) of a manifest stands ready to be generated, reviewed and certified. */
export const planPrepared = defineEvent(
  'plan',
  'PlanPrepared',
  object({
    workspaceId: id,
    projectId: id,
    /** Artifact of the manifest that this is part `part` of. */
    manifestHash: hash,
    workPlanId: id,
    part: count,
    /** Index of its first frame in the storyboard. */
    firstFrame: count,
    priceCredits: credits,
    /** In the order of their `frameIndex`, which counts from 0. */
    frames: array(object({ requirementId: id, title: nullable(string({ maxLength: 500 })) }), {
      minItems: 1,
      maxItems: 32,
    }),
  }),
);
