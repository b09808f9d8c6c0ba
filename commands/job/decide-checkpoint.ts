import { accept, refuse } from '../../src/kernel/decider.ts';
import { checkpointDecided, type JobEvent, jobCancelRequested, type Makes } from '../../events/job.ts';
import { advance } from './advance.ts';
import { isFinal, isUnderWay, taskIn } from './queries.ts';
import type { JobState } from './state.ts';

/**
 * A person decides whether the job goes on past the task `before`. A stop leaves out the tasks that were not begun. A
 * film is put together from the scenes that there are. Where there are none, it is a cancel.
 */
export type DecideCheckpoint = {
  readonly type: 'DecideCheckpoint';
  readonly before: string;
  readonly decision: 'continue' | 'stop';
  readonly decidedBy: string;
};

/** The task before which a person is to decide, or has decided last: for a decision that names no checkpoint. */
export const checkpointOf = (job: JobState): string | undefined => job.awaiting ?? decidedIn(job).at(-1);

const decidedIn = (job: JobState): readonly string[] =>
  (job.details?.tasks ?? []).flatMap(({ taskId, checkpoint }) =>
    checkpoint === true && !taskIn(job, taskId)?.checkpoint ? [taskId] : [],
  );

export const decideCheckpoint = (command: DecideCheckpoint, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isAsDecided(command, state)) return accept();
  if (isFinal(state.status)) return refuse('job_not_active');
  if (state.awaiting !== command.before) return refuse('checkpoint_not_waiting');
  const { before, decision, decidedBy } = command;
  if (decision === 'stop' && !hasScenes(state)) {
    const stopped = checkpointDecided({ before, decision, decidedBy, leftOut: [] });
    return accept<JobEvent>(stopped, jobCancelRequested({ requestedBy: decidedBy }));
  }
  const leftOut = decision === 'stop' ? notBegun(state) : [];
  return accept(...advance(state, [checkpointDecided({ before, decision, decidedBy, leftOut })]));
};

/** Some are made, or may yet be. */
const hasScenes = (state: JobState): boolean =>
  state.tasks.some((task) => task.makes === 'clip' && (task.status === 'accepted' || isUnderWay(state, task)));

/** These are made of whatever there is. */
const OF_THE_REST: ReadonlySet<Makes> = new Set(['assembly', 'report']);

const notBegun = ({ tasks }: JobState): string[] =>
  tasks.flatMap(({ taskId, status, makes }) => (status === 'pending' && !OF_THE_REST.has(makes) ? [taskId] : []));

const isAsDecided = ({ before, decision }: DecideCheckpoint, state: JobState): boolean => {
  if (!decidedIn(state).includes(before)) return false;
  const isStopped = taskIn(state, before)?.status === 'left_out' || state.cancelRequested;
  return decision === 'stop' ? isStopped : !isStopped;
};
