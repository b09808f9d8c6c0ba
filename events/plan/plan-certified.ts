import { defineEvent } from '../../src/kernel/event.ts';
import { array, nullable, object } from '../../src/kernel/shape.ts';
import { count, evidence, hash, id, time } from '../common.ts';

/** A person has accepted every required frame. The certificate lists what was accepted and on what grounds. */
export const planCertified = defineEvent(
  'plan',
  'PlanCertified',
  object({
    certifiedAt: time,
    frames: array(
      object({
        frameIndex: count,
        requirementId: id,
        assetHash: hash,
        evidence: nullable(evidence),
        /** The note in full is in the `FrameReviewed` of the plan that took it; its sha256 is here. */
        decision: object({ noteHash: hash, decidedBy: id, decidedAt: time }),
      }),
      { minItems: 1, maxItems: 32 },
    ),
  }),
);
