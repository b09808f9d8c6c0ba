/** The tasks that may go now, dispatched: any command that moves a task also moves the job on. */
import type { Asset } from '../../events/common.ts';
import {
  checkpointReached,
  jobCancelled,
  jobCompleted,
  type JobEvent,
  jobFailed,
  jobPartiallyCompleted,
  jobStarted,
} from '../../events/job.ts';
import { evolve } from './evolve.ts';
import { dispatchOf, firstEngine, givenUp, toPerson } from './ladder.ts';
import { atCheckpoint, chargedCredits, isAtItsEnd, isAwaited, isFinal, ready, taskIn } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';

/** The events of a command, and their consequences. */
export const advance = (state: JobState, events: readonly JobEvent[]): readonly JobEvent[] => {
  const after = events.reduce(evolve, state);
  const { details } = after;
  if (details === null) return events;
  const next = ready(after).map((task) => goOn(after, details, task));
  // A task that goes to a person leaves its place in the window to another.
  return next.length === 0 ? [...events, ...reached(after)] : [...events, ...advance(after, next)];
};

const reached = (state: JobState): readonly JobEvent[] => {
  const before = state.paused || state.awaiting !== null ? undefined : atCheckpoint(state)?.taskId;
  return before === undefined ? [] : [checkpointReached({ before })];
};

const goOn = (state: JobState, details: JobDetails, task: TaskState): JobEvent => {
  const attempt = task.attempt + 1;
  // No reaction counts attempts: whatever it asks for, the ladder ends here.
  if (attempt > task.attemptsMax) return toPerson(task, 'attempts_exhausted');
  const { corrections } = task;
  // The ladder has named the engine of an attempt that it planned.
  const engine = task.engine ?? firstEngine(details, task, attempt);
  return dispatchOf(details, task, { attempt, retry: 0, engine, corrections, previousAsset: continuedBy(state, task) });
};

/** The output that the task continues: of the task before it in this job, or as earlier jobs left it. */
const continuedBy = (state: JobState, { after: [first], previousAsset }: TaskState): Asset | null => {
  const previous = first === undefined ? undefined : taskIn(state, first);
  return previous?.status === 'accepted' ? previous.asset : previousAsset;
};

/**
 * Takes the due steps: starts a queued job, dispatches refused attempts again, gives up attempts that stayed unknown.
 * `leftOut` names tasks of a repair that a person accepted before it began.
 */
type AdvanceJob = {
  readonly type: 'AdvanceJob';
  readonly now: string;
  readonly leftOut: readonly string[];
  /** Gives no attempt up: its engine was not asked once more. */
  readonly keepsAwaited?: boolean;
};

export const advanceJob = ({ now, leftOut, keepsAwaited = false }: AdvanceJob, state: JobState) => {
  const { details } = state;
  if (details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (state.status === 'queued') {
    return state.cancelRequested || state.paused
      ? accept()
      : accept(...advance(state, [jobStarted({ leftOut: [...leftOut] })]));
  }
  const tasks = keepsAwaited ? state.tasks.filter((task) => !isAwaited(task)) : state.tasks;
  const due = tasks.flatMap((task) => dueOf(state, details, task, now));
  return accept(...advance(state, due));
};

const dueOf = (state: JobState, details: JobDetails, task: TaskState, now: string): readonly JobEvent[] => {
  if (isAwaited(task) && task.dueAt !== null && task.dueAt <= now) return givenUp(task);
  if (task.status !== 'retrying' || task.retryAt === null || task.retryAt > now) return [];
  if (state.cancelRequested || state.paused) return [];
  const { attempt, corrections, previousAsset } = task;
  const engine = task.engine ?? firstEngine(details, task, attempt);
  return [dispatchOf(details, task, { attempt, retry: task.retry + 1, engine, corrections, previousAsset })];
};

/**
 * The last event of a job's own work. Its ledger entries are written before: a final job has final credits. Only parts
 * that a broken chain never began are released after it: until then a person's accept lets it go on.
 */
type FinishJob = { readonly type: 'FinishJob' };

export const finishJob = (_: FinishJob, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (!isAtItsEnd(state)) return refuse('not_finished');
  const tasks = state.tasks.filter(({ status }) => status !== 'left_out');
  const accepted = tasks.filter(({ status }) => status === 'accepted').length;
  const notAccepted = tasks.length - accepted;
  const outcome = { accepted, notAccepted, chargedCredits: chargedCredits(state) };
  if (notAccepted === 0) return accept(jobCompleted(outcome));
  if (state.cancelRequested) return accept(jobCancelled(outcome));
  // A part of a whole is nothing that a client asked for.
  const isOfUse = accepted > 0 && state.details.settle === 'each';
  return accept(isOfUse ? jobPartiallyCompleted(outcome) : jobFailed(outcome));
};
