import { assert, assertNever } from '../../src/kernel/faults.ts';
import type { JobEvent, JobTask } from '../../events/job.ts';
import { statusAfter, type TaskEvent } from './queries.ts';
import type { JobState, TaskState } from './state.ts';

export const evolve = (state: JobState, event: JobEvent): JobState => {
  switch (event.type) {
    case 'JobQueued':
      return { ...state, status: 'queued', details: event.data, tasks: event.data.tasks.map(pending) };
    case 'JobRefused':
      return { ...state, refusedStart: event.data.n, refusedReason: event.data.reason };
    case 'JobStarted':
      return { ...state, status: 'running', tasks: without(state.tasks, event.data.leftOut) };
    case 'JobCancelRequested':
      return { ...state, cancelRequested: true };
    case 'JobCompleted':
      return { ...state, status: 'completed' };
    case 'JobPartiallyCompleted':
      return { ...state, status: 'partially_completed' };
    case 'JobFailed':
      return { ...state, status: 'failed' };
    case 'JobCancelled':
      return { ...state, status: 'cancelled' };
    default:
      return withTask(state, event);
  }
};

const pending = (task: JobTask): TaskState => ({
  ...task,
  status: 'pending',
  attempt: task.attemptsUsed,
  retry: 0,
  attemptKey: null,
  engine: null,
  epoch: 0,
  retryAt: null,
  dueAt: null,
  renderedKeys: [],
  asset: null,
  coverage: null,
  scored: null,
  failure: null,
  creditsCharged: 0,
});

const without = (tasks: JobState['tasks'], leftOut: readonly string[]): JobState['tasks'] =>
  leftOut.length === 0
    ? tasks
    : tasks.map((task) => (leftOut.includes(task.taskId) ? { ...task, status: 'left_out' } : task));

const withTask = (state: JobState, event: TaskEvent): JobState => {
  const at = state.tasks.findIndex(({ taskId }) => taskId === event.data.taskId);
  const task = state.tasks[at];
  assert(task !== undefined, `the job has no task ${event.data.taskId}`);
  const tasks = state.tasks.slice();
  tasks[at] = { ...task, ...changeOf(task, event), status: statusAfter(event, task.status) };
  return { ...state, tasks };
};

const changeOf = (task: TaskState, event: TaskEvent): Partial<TaskState> => {
  switch (event.type) {
    case 'TaskDispatched': {
      const { attempt, retry, attemptKey, engine, corrections, previousAsset } = event.data;
      return { attempt, retry, attemptKey, engine, corrections, previousAsset, epoch: 0, retryAt: null, dueAt: null };
    }
    case 'AttemptClaimed':
      return { epoch: event.data.epoch };
    case 'TaskRendered': {
      const { asset, coverage, attemptKey, creditsCharged } = event.data;
      return {
        asset,
        coverage: coverage ?? null,
        dueAt: null,
        failure: null,
        renderedKeys: [...task.renderedKeys, attemptKey],
        creditsCharged: creditsCharged ?? 0,
      };
    }
    case 'TaskFailed': {
      const { code, message, consumed, retryAt, attemptKey } = event.data;
      const failure = { code, message };
      if (!consumed) return { retryAt, failure };
      // What was delivered and is lost is neither charged nor shown; what was judged before stays.
      const renderedKeys = task.renderedKeys.filter((key) => key !== attemptKey);
      return { asset: task.scored?.asset ?? null, renderedKeys, failure, dueAt: null };
    }
    case 'TaskUnknown':
      return { dueAt: event.data.dueAt };
    case 'FrameScored': {
      assert(task.asset !== null, 'a frame is scored after it was rendered');
      const { attempt, attemptKey, evidence } = event.data;
      return { scored: { attempt, attemptKey, asset: task.asset, evidence } };
    }
    case 'FrameRepairPlanned':
      return { corrections: event.data.corrections };
    case 'FrameAccepted':
      return { creditsCharged: event.data.creditsCharged };
    case 'HumanReviewRequired':
      return { dueAt: null };
    default:
      return assertNever(event);
  }
};
