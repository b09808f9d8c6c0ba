/** The tasks that may go now, dispatched: any command that moves a task also moves the job on. */
import type { Asset } from '../../events/common.ts';
import { checkpointReached, type JobEvent } from '../../events/job.ts';
import { evolve } from './evolve.ts';
import { dispatchOf, firstEngine, toPerson } from './ladder.ts';
import { atCheckpoint, ready, taskIn } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

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
