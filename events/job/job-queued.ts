import { defineEvent } from '../../src/kernel/event.ts';
import { array, boolean, nullable, object, oneOf, string } from '../../src/kernel/shape.ts';
import { count, credits, hash, id, nullableId, requirementIds } from '../common.ts';
import { jobRequirement } from './common.ts';

/** The job exists and its credits are held: it will be carried to an end, whatever dies. */
export const jobQueued = defineEvent(
  'job',
  'JobQueued',
  object({
    workspaceId: id,
    projectId: id,
    planId: id,
    /** The claim of the project that it runs under. */
    n: count,
    holdId: id,
    operation: oneOf(['storyboard_image_generate', 'photo_sequence_repair']),
    repairPlanId: nullableId,
    manifestHash: hash,
    storyboardRevisionId: id,
    workPlanId: id,
    requested: nullable(requirementIds),
    /** True when the manifest has more to generate after this job. */
    resume: boolean(),
    continuityMode: oneOf(['independent', 'master_reference', 'chain']),
    /** The ladder's engines, the planned one first. */
    engines: array(string({ maxLength: 100 }), { minItems: 1, maxItems: 10 }),
    requiredCredits: credits,
    requirements: array(jobRequirement, { minItems: 1, maxItems: 32 }),
  }),
);
