/** The events of a photo-sequence plan. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, nullable, object, oneOf, optional, string } from '../src/kernel/shape.ts';
import {
  asset,
  count,
  credits,
  decisionRecord,
  evidence,
  hash,
  id,
  nullableId,
  requirementIds,
  time,
} from './common.ts';

const event = eventsOf('plan');

/** One part (at most 32 frames) of a manifest is ready for generation, review and certification. */
export const planPrepared = event('PlanPrepared', {
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
});

/**
 * An earlier manifest had this frame accepted, and how; it counts as scored here. In the append of `PlanPrepared`, one
 * event each: notes are long, and an event is small.
 */
export const frameCarried = event('FrameCarried', {
  frameIndex: count,
  requirementId: id,
  asset,
  evidence: nullable(evidence),
  acceptedBy: oneOf(['scorer', 'person']),
  decision: nullable(decisionRecord),
});

/** A person decided on a frame. `accept` means the asset named here, the latest scored one. */
export const frameReviewed = event('FrameReviewed', {
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
});

/** A frame in human review had no decision in time; the credits kept for it are released. */
export const frameReviewExpired = event('FrameReviewExpired', { frameIndex: count, requirementId: id, jobId: id });

/** A repair job has been queued for these frames: they take no decision until they are scored anew. */
export const repairPlanned = event('RepairPlanned', { repairPlanId: id, n: count, jobId: id, requirementIds });

/** A later manifest has begun to generate: this plan takes no review and no repair any more. */
export const planSuperseded = event('PlanSuperseded', {
  byManifestHash: hash,
  byJobId: id,
  /**
   * The jobs of this plan, in the order of their claims: from here on the project does not know them any more. Older
   * events do not tell.
   */
  jobs: optional(array(object({ n: count, jobId: id }), { maxItems: limits.jobsPerPlanMax })),
});

/**
 * A later manifest has taken the place of this one and has generated nothing: a person has decided on a plan of it.
 * This plan takes no review and no repair any more.
 */
export const planReplaced = event('PlanReplaced', {
  byManifestHash: hash,
  /** The jobs of this plan, in the order of their claims: from here on the project does not know them any more. */
  jobs: array(object({ n: count, jobId: id }), { maxItems: limits.jobsPerPlanMax }),
});

/** A person has accepted every required frame. The certificate lists the accepted frames with their evidence. */
export const planCertified = event('PlanCertified', {
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
});

export const planEvents = [
  planPrepared,
  frameCarried,
  frameReviewed,
  frameReviewExpired,
  repairPlanned,
  planSuperseded,
  planReplaced,
  planCertified,
] as const;
export type PlanEvent = EventOf<(typeof planEvents)[number]>;
