/**
 * A job: none -> queued -> running -> one final state, never back. `refused` starts count as none.
 *
 * Each task: pending -> dispatched -> claimed -> rendered -> accepted, with these turns:
 * - claimed -> retrying (the engine did nothing; dispatched again when due) -> dispatched
 * - claimed -> submitted (the engine works on it by itself) -> rendered, retrying, failed or unknown
 * - claimed -> unknown (must not be asked again) -> rendered (the result still came), human_review or failed
 * - unknown -> rendered, retrying or failed by what a person has found out
 * - claimed or rendered -> dispatched under the next attempt (the ladder), or human_review (its end)
 * - pending -> left_out, when the job starts: a person accepted it before; or when a person stops it at a checkpoint
 * - a failed judged task whose next attempt is planned is pending, until its dispatch: right behind it, or at a resume
 * - under a requested cancel a task that fails is just failed, and so is one that is not judged. A task that is not
 * judged is accepted by being rendered. A person may accept one in human review also when the job is final.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import type { ProviderCost } from '../../src/kernel/provider-cost.ts';
import type { Asset, Coverage, FrameEvidence, OwnKeyName } from '../../events/common.ts';
import type { Attachment, attemptResolved, jobQueued, JobTask } from '../../events/job.ts';

export type TaskStatus =
  | 'pending'
  | 'dispatched'
  | 'claimed'
  | 'submitted'
  | 'retrying'
  | 'unknown'
  | 'rendered'
  | 'accepted'
  | 'human_review'
  | 'failed'
  | 'left_out';

/** The outcome of one attempt, as a person told it. */
type Resolution = Pick<EventOf<typeof attemptResolved>['data'], 'attemptKey' | 'outcome' | 'assetHash'>;

/**
 * A task as it was queued, and as it is. `corrections` and `previousAsset` are those of its latest dispatch.
 * `checkpoint`: a person has not decided yet.
 */
export type TaskState = Required<JobTask> & {
  readonly status: TaskStatus;
  /** The attempt under way or last made; the last one of earlier jobs before the first dispatch. */
  readonly attempt: number;
  readonly retry: number;
  readonly attemptKey: string | null;
  readonly engine: string | null;
  readonly epoch: number;
  /** The fingerprint of the workspace's key that the attempt is made under; null for none. */
  readonly ownKey: string | null;
  /** The keys of the workspace that its deliveries were made under. */
  readonly ownKeys: readonly OwnKeyName[];
  /** The engine's own name for the work, once it was submitted. */
  readonly ref: string | null;
  readonly retryAt: string | null;
  readonly dueAt: string | null;
  /** It waits for a person because its attempt stayed unknown, and no person has found out the outcome yet. */
  readonly givenUp: boolean;
  /** In their order; at most one for each dispatch. */
  readonly resolutions: readonly Resolution[];
  /** Attempts of this job whose delivery was not lost: an acceptance is charged for these. */
  readonly renderedKeys: readonly string[];
  readonly asset: Asset | null;
  /** Made beside `asset`. */
  readonly attachments: readonly Attachment[];
  /** The words of its engine about `asset`; null without any. */
  readonly coverage: Coverage | null;
  /** The latest scored attempt: a person's accept is of this one. */
  readonly scored: {
    readonly attempt: number;
    readonly attemptKey: string;
    readonly asset: Asset;
    readonly evidence: FrameEvidence;
  } | null;
  /** Why the last attempt failed; kept until one delivers. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly creditsCharged: number;
  /** The cost, as providers told it, of all its attempts in this job: a sum for each currency. */
  readonly providerCosts: readonly ProviderCost[];
};

export type JobDetails = EventOf<typeof jobQueued>['data'];

export type JobStatus = 'none' | 'queued' | 'running' | 'completed' | 'partially_completed' | 'failed' | 'cancelled';

export type JobState = {
  readonly status: JobStatus;
  readonly cancelRequested: boolean;
  readonly paused: boolean;
  /** Pauses so far. */
  readonly pauses: number;
  /** The task before which a person is asked to decide; null for none. */
  readonly awaiting: string | null;
  /** As it was queued. */
  readonly settle: JobDetails['settle'];
  /** The last start that was refused; 0 for none. */
  readonly refusedStart: number;
  readonly refusedReason: string | null;
  /** Null until queued. */
  readonly details: JobDetails | null;
  /** In the order in which they were queued. An event makes one of them anew, and the others are shared. */
  readonly tasks: readonly TaskState[];
};

export const initial: JobState = {
  status: 'none',
  cancelRequested: false,
  paused: false,
  pauses: 0,
  awaiting: null,
  settle: 'each',
  refusedStart: 0,
  refusedReason: null,
  details: null,
  tasks: [],
};
