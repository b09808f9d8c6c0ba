import { defineEvent } from '../../src/kernel/event.ts';
import { array, nullable, object, oneOf } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId, requirementIds } from '../common.ts';

/**
 * Step 1 of the start of paid work: the storyboard is taken by one job until `GenerationEnded` with the same number.
 * It holds all that is needed to carry the start through without the caller (design, section 6).
 */
export const generationClaimed = defineEvent(
  'project',
  'GenerationClaimed',
  object({
    /** Counts the claims of the project from 1. */
    n: count,
    operation: oneOf(['storyboard_image_generate', 'photo_sequence_repair']),
    jobId: id,
    planId: id,
    manifestHash: hash,
    storyboardRevisionId: id,
    /** What was asked for by name, sorted; null for the whole part. */
    requested: nullable(requirementIds),
    /** What the job is to render: neither accepted nor dispatched before, in frame order. */
    requirementIds,
    /** `RepairPlanned` follows under this id; null for a generation. */
    repairPlanId: nullableId,
    /** Plans of the manifest that generated before this one, each at the revision that was known; superseded next. */
    supersedes: array(object({ planId: id, revision: count })),
    /** All plans of this manifest, in order. */
    manifestPlanIds: array(id, { maxItems: 10 }),
  }),
);
