import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';
import { providerOfOwn } from '../../src/kernel/own-name.ts';
import type { JobEvent, JobTask } from '../../events/job.ts';
import { distinctKeys, isOfTask, statusAfter, type TaskEvent } from './queries.ts';
import type { JobState, TaskState } from './state.ts';

export const evolve = (state: JobState, event: JobEvent): JobState =>
  isOfTask(event) ? withTask(state, event) : withJob(state, event);

const withJob = onEvent<Exclude<JobEvent, TaskEvent>, JobState>({
  JobQueued: (state, details) => ({
    ...state,
    status: 'queued',
    details,
    settle: details.settle,
    tasks: details.tasks.map(pending),
  }),
  JobRefused: (state, { n, reason }) => ({ ...state, refusedStart: n, refusedReason: reason }),
  JobStarted: (state, { leftOut }) => ({ ...state, status: 'running', tasks: without(state.tasks, leftOut) }),
  JobPaused: (state) => ({ ...state, paused: true, pauses: state.pauses + 1 }),
  JobResumed: (state) => ({ ...state, paused: false }),
  CheckpointReached: (state, { before }) => ({ ...state, awaiting: before }),
  CheckpointDecided: (state, { before, leftOut }) => ({
    ...state,
    awaiting: null,
    tasks: without(
      state.tasks.map((task) => (task.taskId === before ? { ...task, checkpoint: false } : task)),
      leftOut,
    ),
  }),
  JobCancelRequested: (state) => ({ ...state, cancelRequested: true, paused: false, awaiting: null }),
  JobCompleted: (state) => ({ ...state, status: 'completed' }),
  JobPartiallyCompleted: (state) => ({ ...state, status: 'partially_completed' }),
  JobFailed: (state) => ({ ...state, status: 'failed' }),
  JobCancelled: (state) => ({ ...state, status: 'cancelled' }),
});

const pending = (task: JobTask): TaskState => ({
  title: null,
  afterAll: false,
  checkpoint: false,
  attemptsUsed: 0,
  previousAsset: null,
  additionsHash: null,
  corrections: [],
  ...task,
  status: 'pending',
  attempt: task.attemptsUsed ?? 0,
  retry: 0,
  attemptKey: null,
  engine: null,
  epoch: 0,
  ownKey: null,
  ownKeys: [],
  ref: null,
  retryAt: null,
  dueAt: null,
  givenUp: false,
  resolutions: [],
  renderedKeys: [],
  asset: null,
  attachments: [],
  coverage: null,
  scored: null,
  failure: null,
  creditsCharged: 0,
  providerCosts: [],
});

const without = (tasks: JobState['tasks'], leftOut: readonly string[]): JobState['tasks'] =>
  leftOut.length === 0 ? tasks : leaving(tasks, new Set(leftOut));

const leaving = (tasks: JobState['tasks'], leftOut: ReadonlySet<string>): JobState['tasks'] =>
  tasks.map((task) => (leftOut.has(task.taskId) ? { ...task, status: 'left_out' } : task));

const withTask = (state: JobState, event: TaskEvent): JobState => {
  const at = state.tasks.findIndex(({ taskId }) => taskId === event.data.taskId);
  const task = state.tasks[at];
  assert(task !== undefined, `the job has no task ${event.data.taskId}`);
  const tasks = state.tasks.slice();
  tasks[at] = { ...task, ...changeOf(task, event), status: statusAfter(task.status, event) };
  return { ...state, tasks };
};

const changeOf = onEvent<TaskEvent, TaskState, Partial<TaskState>>({
  TaskDispatched: (_, { attempt, retry, attemptKey, engine, corrections, previousAsset }) => ({
    attempt,
    retry,
    attemptKey,
    engine,
    corrections,
    previousAsset,
    epoch: 0,
    ownKey: null,
    ref: null,
    retryAt: null,
    dueAt: null,
  }),
  AttemptClaimed: (_, { epoch, ownKey = null }) => ({ epoch, ownKey }),
  AttemptSubmitted: (_, { ref, dueAt }) => ({ ref, dueAt }),
  TaskRendered: (task, { asset, attachments = [], coverage = null, attemptKey, creditsCharged, providerCost }) => ({
    asset,
    attachments,
    coverage,
    dueAt: null,
    failure: null,
    renderedKeys: [...task.renderedKeys, attemptKey],
    ownKeys: withOwnKey(task),
    creditsCharged: creditsCharged ?? 0,
    ...costsWith(task, providerCost),
  }),
  TaskFailed: (task, { code, message, consumed, retryAt, attemptKey, providerCost }) => {
    const failure = { code, message };
    const costs = costsWith(task, providerCost);
    if (!consumed) return { retryAt, failure, ...costs };
    // A lost delivery is neither charged nor shown; an earlier judged one stays.
    const renderedKeys = task.renderedKeys.filter((key) => key !== attemptKey);
    return { asset: task.scored?.asset ?? null, renderedKeys, failure, dueAt: null, ...costs };
  },
  TaskUnknown: (_, { dueAt }) => ({ dueAt }),
  AttemptResolved: ({ resolutions }, { attemptKey, outcome, assetHash }) => ({
    givenUp: false,
    resolutions: [...resolutions, { attemptKey, outcome, assetHash }],
  }),
  FrameScored: ({ asset }, { attempt, attemptKey, evidence, creditsCharged }) => {
    assert(asset !== null, 'a frame is scored after it was rendered');
    return { scored: { attempt, attemptKey, asset, evidence }, creditsCharged: creditsCharged ?? 0 };
  },
  FrameRepairPlanned: (_, { corrections, engine }) => ({ corrections, engine }),
  FrameAccepted: (_, { creditsCharged }) => ({ creditsCharged }),
  HumanReviewRequired: (_, { reason }) => ({ dueAt: null, givenUp: reason === 'dispatch_unknown' }),
});

const costsWith = (
  { providerCosts }: TaskState,
  cost: ProviderCost | null | undefined,
): Partial<Pick<TaskState, 'providerCosts'>> =>
  cost === null || cost === undefined ? {} : { providerCosts: sumOfCosts([...providerCosts, cost]) };

/** Also the key of the attempt that delivered. */
const withOwnKey = ({ engine, ownKey, ownKeys }: Pick<TaskState, 'engine' | 'ownKey' | 'ownKeys'>) => {
  const provider = providerOfOwn(engine ?? '');
  if (provider === undefined || ownKey === null) return ownKeys;
  return distinctKeys([...ownKeys, { provider, fingerprint: ownKey }]);
};
