/**
 * Facts about a job and its tasks, for its own decisions, read models and reactions: which tasks may go now, which are
 * under way, whether anything can still happen.
 */
import type { DomainEvent } from '../../src/kernel/event.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { OwnKeyName } from '../../events/common.ts';
import type { JobEvent, JobTask, Makes } from '../../events/job.ts';
import type { JobDetails, JobState, JobStatus, TaskState, TaskStatus } from './state.ts';
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';

export type { JobStatus, TaskStatus };

/** As much of a task, and of a job, as the questions need: states and documents of read models have it. */
export type TaskFacts = {
  readonly taskId: string;
  readonly after: readonly string[];
  /** It continues every task that is queued before it. */
  readonly afterAll: boolean;
  /** A person is to decide before it goes, and has not. */
  readonly checkpoint: boolean;
  readonly status: TaskStatus;
};
export type JobFacts<T extends TaskFacts = TaskFacts> = {
  readonly status: string;
  readonly cancelRequested: boolean;
  readonly paused: boolean;
  readonly settle: JobDetails['settle'];
  readonly tasks: readonly T[];
};

export const taskIn = <T extends Pick<TaskFacts, 'taskId'>>(
  { tasks }: { readonly tasks: readonly T[] },
  taskId: string,
): T | undefined => tasks.find((task) => task.taskId === taskId);

export const isFinal = (status: JobStatus): boolean =>
  status === 'completed' || status === 'partially_completed' || status === 'failed' || status === 'cancelled';

/**
 * On its way to an engine, at one, or on its way to the scorer. Under a requested cancel unclaimed attempts go nowhere
 * any more.
 */
export const isUnderWay = (
  { cancelRequested }: Pick<JobFacts, 'cancelRequested'>,
  { status }: Pick<TaskFacts, 'status'>,
): boolean => {
  if (status === 'dispatched' || status === 'retrying') return !cancelRequested;
  return isWithEngine(status) || status === 'rendered';
};

/** An engine may be at work on it, and may still deliver. */
export const isWithEngine = (status: TaskStatus): boolean => status === 'claimed' || isAwaited({ status });

/** No process holds it, and an engine is asked for its outcome until its time is up. */
export const isAwaited = ({ status }: { readonly status: TaskStatus }): boolean =>
  status === 'submitted' || status === 'unknown';

/** Everything that the task continues is accepted. A named task that the job does not have never is. */
export const isGrounded = (
  job: { readonly tasks: readonly Pick<TaskFacts, 'taskId' | 'status'>[] },
  { taskId, after, afterAll }: Pick<TaskFacts, 'taskId' | 'after' | 'afterAll'>,
): boolean => {
  if (!after.every((one) => isDone(taskIn(job, one)))) return false;
  const first = afterAll ? job.tasks.find((task) => task.taskId === taskId || !isDone(task)) : undefined;
  return first === undefined || first.taskId === taskId;
};

const isDone = (task: Pick<TaskFacts, 'status'> | undefined): boolean =>
  task?.status === 'accepted' || task?.status === 'left_out';

/** The tasks that may go now, in order. */
export const ready = <T extends TaskFacts>(job: JobFacts<T>): readonly T[] => (job.paused ? [] : next(job));

/** Nothing more of it is begun: it ends when nothing is under way. A job that is paid as a whole fails with one. */
const isEnding = ({ status, cancelRequested, settle, tasks }: JobFacts): boolean =>
  status !== 'running' || cancelRequested || (settle === 'whole' && tasks.some((task) => task.status === 'failed'));

/** Grounded, within the window, and before the first checkpoint that is not decided. */
const next = <T extends TaskFacts>(job: JobFacts<T>): readonly T[] => {
  if (isEnding(job)) return [];
  let free = limits.tasksInFlightPerJobMax;
  for (const task of job.tasks) if (isUnderWay(job, task)) free -= 1;
  const tasks: T[] = [];
  for (const task of job.tasks) {
    if (tasks.length >= free) break;
    if (task.status !== 'pending') continue;
    if (task.checkpoint) break;
    if (isGrounded(job, task)) tasks.push(task);
  }
  return tasks;
};

/** The task before which a person is to decide now: all that it continues is there to be seen. */
export const atCheckpoint = <T extends TaskFacts>(job: JobFacts<T>): T | undefined => {
  if (isEnding(job)) return undefined;
  const first = job.tasks.find(({ status, checkpoint }) => status === 'pending' && checkpoint);
  return first !== undefined && isGrounded(job, first) ? first : undefined;
};

/**
 * No task is under way and none can go, paused or not, nor after a decision. The remaining ones wait for a person, or a
 * failed task or a requested cancel cut them off.
 */
export const isAtItsEnd = (job: JobFacts): boolean =>
  (job.status !== 'queued' || job.cancelRequested) &&
  !job.tasks.some((task) => isUnderWay(job, task)) &&
  next(job).length === 0 &&
  atCheckpoint(job) === undefined;

/** The outcome of the task's attempt is unknown, and a person may tell it. */
export const isInDoubt = ({ status, givenUp }: Pick<TaskState, 'status' | 'givenUp'>): boolean =>
  status === 'unknown' || (status === 'human_review' && givenUp);

/** A person's accept could be paid out of its part: there is an output to accept, and no decision. */
export const waitsForAccept = ({ status, scored }: Pick<TaskState, 'status' | 'scored'>): boolean =>
  status === 'human_review' && scored !== null;

/** The events that name one task. */
export type TaskEvent = Extract<JobEvent, { readonly data: { readonly taskId: string } }>;

export const isOfTask = <E extends DomainEvent>(event: E): event is Extract<E, TaskEvent> =>
  'taskId' in (event.data as object);

/** The status of a task after an event about it. */
export const statusAfter = onEvent<TaskEvent, TaskStatus>({
  TaskDispatched: () => 'dispatched',
  AttemptClaimed: () => 'claimed',
  AttemptSubmitted: () => 'submitted',
  TaskRendered: (_, { creditsCharged }) => (creditsCharged === null ? 'rendered' : 'accepted'),
  TaskFailed: (_, { consumed }) => (consumed ? 'failed' : 'retrying'),
  TaskUnknown: () => 'unknown',
  // The event about the outcome moves it.
  AttemptResolved: (status) => status,
  // The next step of a frame that failed (the ladder, human review) is in the same append. Under a cancel there is
  // none.
  FrameScored: (_, { creditsCharged }) => (creditsCharged === null ? 'failed' : 'accepted'),
  FrameAccepted: () => 'accepted',
  FrameRepairPlanned: () => 'pending',
  HumanReviewRequired: () => 'human_review',
});

/** The task whose current attempt has this key. */
export const taskOfAttempt = (state: JobState, attemptKey: string): TaskState | undefined =>
  state.tasks.find((task) => task.attemptKey === attemptKey);

/** The members of every event about the task's attempt. */
export const attemptOf = ({ taskId, index, attempt }: TaskState, attemptKey: string) => ({
  taskId,
  index,
  attempt,
  attemptKey,
});

/** The cost of an acceptance: each attempt of this job that delivered, never more than the task's part of the hold. */
export const chargeOf = (task: TaskState, delivered = task.renderedKeys.length): number =>
  Math.min(delivered * task.priceCredits, heldFor(task));

/** The credits that are held for the task: every attempt that this job may make. */
export const heldFor = ({
  priceCredits,
  attemptsMax,
  attemptsUsed = 0,
}: Pick<JobTask, 'priceCredits' | 'attemptsMax' | 'attemptsUsed'>): number =>
  priceCredits * (attemptsMax - attemptsUsed);

/** The engines that may make an output of a kind, the planned one first. */
export const enginesFor = ({ engines }: Pick<JobDetails, 'engines'>, makes: Makes): readonly string[] =>
  engines.find((one) => one.makes === makes)?.names ?? [];

/** All that the job is for is made. Nothing that happens later can change that. */
export const isWhole = ({ tasks }: { readonly tasks: readonly Pick<TaskFacts, 'status'>[] }): boolean =>
  tasks.every(isDone) && tasks.some(({ status }) => status === 'accepted');

/** The cost of what is accepted; a job that is paid as a whole costs nothing until it is whole. */
export const chargedCredits = (state: Pick<JobState, 'settle' | 'tasks'>): number =>
  state.settle === 'whole' && !isWhole(state)
    ? 0
    : state.tasks.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);

/** Each of the keys once, as many as one entry of a ledger names. */
export const distinctKeys = (keys: readonly OwnKeyName[]): readonly OwnKeyName[] =>
  keys
    .filter(({ provider, fingerprint }, at) => {
      const first = keys.findIndex((one) => one.provider === provider && one.fingerprint === fingerprint);
      return first === at;
    })
    .slice(0, limits.ownKeysPerEntryMax);

/** The one part of a job that is paid as a whole: it closes once, so no crash can leave such a job paid in part. */
export const WHOLE = 'whole';

type Part = { readonly partId: string; readonly amount: number };

/** The worst case of every task. */
export const partsOf = ({ settle, tasks }: Pick<JobDetails, 'settle' | 'tasks'>): readonly Part[] =>
  settle === 'whole'
    ? [{ partId: WHOLE, amount: tasks.reduce((sum, task) => sum + heldFor(task), 0) }]
    : tasks.map((task) => ({ partId: task.taskId, amount: heldFor(task) }));

/** The cost, as providers told it, of the attempts behind each part. */
export const providerCostsOf = ({
  settle,
  tasks,
}: Pick<JobState, 'settle' | 'tasks'>): Readonly<Record<string, readonly ProviderCost[]>> =>
  settle === 'whole'
    ? { [WHOLE]: sumOfCosts(tasks.flatMap(({ providerCosts }) => providerCosts)) }
    : Object.fromEntries(tasks.map(({ taskId, providerCosts }) => [taskId, providerCosts]));
