/** A job as it is polled: its tasks with every attempt, its hold and its cost. */
import type { JobStatus as StreamStatus, TaskStatus } from '../../commands/job/queries.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import type { StreamMark } from '../../src/kernel/projection.ts';
import type { ProviderCost } from '../../src/kernel/provider-cost.ts';
import type { Asset, FrameEvidence } from '../../events/common.ts';
import type { Attachment, jobQueued, JobTask, taskDispatched } from '../../events/job.ts';

export type JobStatus = Exclude<StreamStatus, 'none'>;

/**
 * - `dispatched`: meant to be made, no dispatcher has it yet
 * - `rendering`: a dispatcher holds it, or its engine works on it by itself
 * - `retrying`: the engine did nothing; it is dispatched again in a moment
 * - `rendered`: the picture is stored, not scored
 * - `scored`: judged; the evidence tells how
 * - `failed`: no delivery
 * - `dispatch_unknown`: as above
 * - `cancelled`: was never claimed, and never will be
 */
type AttemptStatus =
  | 'dispatched'
  | 'rendering'
  | 'retrying'
  | 'rendered'
  | 'scored'
  | 'failed'
  | 'dispatch_unknown'
  | 'cancelled';

export type AttemptEntry = Pick<
  EventOf<typeof taskDispatched>['data'],
  'attempt' | 'attemptKey' | 'engine' | 'seed'
> & {
  readonly status: AttemptStatus;
  readonly asset: Asset | null;
  /** Made beside it; absent where nothing was. */
  readonly attachments?: readonly Attachment[];
  readonly evidence: FrameEvidence | null;
  /** The last failure; kept while it is dispatched again. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The cost that its provider told; null where this service does not take it, absent where it told none. */
  readonly providerCost?: ProviderCost | null;
};

export type TaskEntry = Pick<
  Required<JobTask>,
  'taskId' | 'index' | 'makes' | 'title' | 'after' | 'afterAll' | 'judged' | 'priceCredits' | 'attemptsMax'
> & {
  /** Of a final job: unclaimed tasks are `pending` again. */
  readonly status: TaskStatus;
  /**
   * `attempts_exhausted`, `engine_failed`, `dispatch_unknown`, `content_lost` (human review); `cancelled` (left over,
   * or failed and not tried again); `chain_broken` (left over); `accepted_by_person` (accepted before this repair
   * began, so no part of it); `stopped` (not begun when a person stopped the job); else null.
   */
  readonly reason: string | null;
  /** Those of this job, the current one last. */
  readonly attempts: readonly AttemptEntry[];
  readonly accepted: {
    /** Null for a task that is not judged: it is accepted by being rendered. */
    readonly by: 'scorer' | 'person' | null;
    readonly assetHash: string;
    readonly creditsCharged: number;
  } | null;
};

/** The tasks that are not shown one by one: a film has hundreds of scenes, and each event writes its document anew. */
export type Unseen = {
  readonly total: number;
  readonly accepted: number;
  readonly failed: number;
  /** The cost of the accepted ones. */
  readonly credits: number;
  /** The first failure. */
  readonly failure: { readonly code: string; readonly message: string } | null;
};

type Queued = EventOf<typeof jobQueued>['data'];

export type JobDocument = Pick<
  Queued,
  'kind' | 'operation' | 'projectId' | 'n' | 'holdId' | 'settle' | 'requiredCredits'
> & {
  readonly jobId: string;
  /** Null where it belongs to no plan. */
  readonly planId: string | null;
  /** The manifest had more to generate beside this job when it was queued. */
  readonly resume: boolean;
  readonly status: JobStatus;
  readonly cancelRequestedAt: string | null;
  readonly pausedAt: string | null;
  /** A person is to decide before this task; null for none. */
  readonly checkpoint: { readonly before: string; readonly reachedAt: string } | null;
  /** Of the parts of its hold that are open. */
  readonly heldCredits: number;
  /** Debited so far. */
  readonly chargedCredits: number;
  /** The cost, as providers told it, of all attempts so far: a sum for each currency. */
  readonly providerCosts: readonly ProviderCost[];
  /** Where it was queued: sorts jobs by age. */
  readonly queuedPosition: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The mark of its own stream. */
  readonly mark: StreamMark;
  /** Those that are shown, in the order in which they were queued: of a film its assembly and its report. */
  readonly tasks: readonly TaskEntry[];
  readonly unseen: Unseen;
};
