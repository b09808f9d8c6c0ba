import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, nullable, object, oneOf, string } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId, time } from '../common.ts';

/** A person decided on a frame. `accept` means the asset named here, the latest scored one. */
export const frameReviewed = defineEvent(
  'plan',
  'FrameReviewed',
  object({
    frameIndex: count,
    requirementId: id,
    decision: oneOf(['accept', 'repair']),
    note: string(),
    /** Artifact with the prompt additions of a repair; null for none. */
    additionsHash: nullable(hash),
    approveForTraining: boolean(),
    assetHash: nullable(hash),
    /** The job whose result was judged; null for a frame carried from an earlier manifest. */
    jobId: nullableId,
    decidedBy: id,
    decidedAt: time,
  }),
);
