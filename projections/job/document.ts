/** A supervised job as it is polled: its frames with every attempt, and what it holds and has cost. */
import type { Asset, FrameEvidence } from '../../events/common.ts';
import type { StreamMark } from '../../src/kernel/projection.ts';

/** `cancelled` exists only through the extension of that name (contract, section 5). */
export type JobStatus = 'queued' | 'running' | 'completed' | 'partially_completed' | 'failed' | 'cancelled';

/**
 * - `pending`: not dispatched; when the job is final, left over (see `reason`)
 * - `rendering`: an attempt is under way, anywhere from its dispatch to its score
 * - `dispatch_unknown`: the engine may or may not have done it, and is not asked again
 * - `accepted`: by the scorer or a person
 * - `human_review`: the ladder is at its end, a person decides
 * - `failed`: the last attempt failed and no other follows (a job that is being cancelled)
 */
export type RequirementStatus = 'pending' | 'rendering' | 'accepted' | 'failed' | 'human_review' | 'dispatch_unknown';

/**
 * - `dispatched`: meant to be made, no dispatcher has it yet
 * - `rendering`: a dispatcher holds it
 * - `retrying`: the engine did nothing; it is dispatched again in a moment
 * - `rendered`: the picture is stored, not scored
 * - `scored`: judged; the evidence tells how
 * - `failed`: came to nothing
 * - `dispatch_unknown`: as above
 * - `cancelled`: was never claimed, and never will be
 */
export type AttemptStatus =
  'dispatched' | 'rendering' | 'retrying' | 'rendered' | 'scored' | 'failed' | 'dispatch_unknown' | 'cancelled';

export type AttemptEntry = {
  /** Counts per requirement over the jobs of one manifest, from 1. */
  readonly attempt: number;
  readonly attemptKey: string;
  readonly engine: string;
  readonly seed: number;
  readonly status: AttemptStatus;
  readonly asset: Asset | null;
  readonly evidence: FrameEvidence | null;
  /** What went wrong last; kept while it is dispatched again. */
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type RequirementEntry = {
  readonly requirementId: string;
  readonly frameIndex: number;
  readonly title: string | null;
  readonly priceCredits: number;
  /** The last attempt number that this job may use. */
  readonly attemptsMax: number;
  readonly previousRequirementId: string | null;
  readonly status: RequirementStatus;
  /**
   * `attempts_exhausted`, `engine_failed`, `dispatch_unknown`, `content_lost` (human review); `cancelled` (left over,
   * or failed and not tried again); `chain_broken` (left over); `accepted_by_person` (accepted before this repair
   * began, so no part of it); else null.
   */
  readonly reason: string | null;
  /** Those of this job, the current one last. */
  readonly attempts: readonly AttemptEntry[];
  readonly accepted: {
    readonly by: 'scorer' | 'person';
    readonly assetHash: string;
    readonly creditsCharged: number;
  } | null;
};

export type JobDocument = {
  readonly jobId: string;
  readonly projectId: string;
  readonly planId: string;
  /** The claim of the project that it runs under: orders the jobs of a plan. */
  readonly n: number;
  readonly holdId: string;
  readonly operation: 'storyboard_image_generate' | 'photo_sequence_repair';
  readonly repairPlanId: string | null;
  readonly manifestHash: string;
  readonly storyboardRevisionId: string;
  readonly workPlanId: string;
  readonly requested: readonly string[] | null;
  /** The manifest had more to generate after this job when it was queued. */
  readonly resume: boolean;
  readonly continuityMode: 'independent' | 'master_reference' | 'chain';
  readonly status: JobStatus;
  readonly cancelRequestedAt: string | null;
  readonly requiredCredits: number;
  /** Of the parts of its hold that are open. */
  readonly heldCredits: number;
  /** Debited so far. */
  readonly chargedCredits: number;
  /** Where it was queued: sorts jobs by age. */
  readonly queuedPosition: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Where its own stream stood. */
  readonly mark: StreamMark;
  /** In frame order. */
  readonly requirements: readonly RequirementEntry[];
};

export const isFinal = (status: JobStatus): boolean => status !== 'queued' && status !== 'running';
