/** Shapes that the events of a job share. */
import { array, integer, nullable, object, string } from '../../src/kernel/shape.ts';
import type { Static } from '../../src/kernel/shape.ts';
import { asset, count, credits, hash, id, nullableId } from '../common.ts';

/** What every event about one attempt names. `attempt` counts from 1, per requirement across the jobs of a manifest. */
export const attemptMembers = {
  requirementId: id,
  frameIndex: count,
  attempt: integer({ minimum: 1 }),
  /** The key under which the engine is called: one for each call that may have an effect. */
  attemptKey: id,
} as const;

/** One frame that a job is to render. */
export const jobRequirement = object({
  requirementId: id,
  frameIndex: count,
  /** As the storyboard has it; null for none. */
  title: nullable(string({ maxLength: 500 })),
  priceCredits: credits,
  /** Attempts of earlier jobs of this manifest. */
  attemptsUsed: count,
  /** The last attempt number that this job may use. */
  attemptsMax: integer({ minimum: 1 }),
  seed: count,
  /** Under `chain`: the requirement whose output this one continues; null for the first frame of all. */
  previousRequirementId: nullableId,
  /**
   * That output as earlier jobs left it; null when there is none. It stands where this job does not make it anew, also
   * because a person accepted it before the job began (`leftOut`).
   */
  previousAsset: nullable(asset),
  /** Prompt additions of the person who sent it to repair, as an artifact. */
  additionsHash: nullable(hash),
  /** Corrections that the last score before this job asked for. */
  corrections: array(string({ maxLength: 500 }), { maxItems: 50 }),
});
export type JobRequirement = Static<typeof jobRequirement>;

export const outcome = object({ accepted: count, notAccepted: count, chargedCredits: credits });
