import { accept, refuse } from '../../src/kernel/decider.ts';
import { type JobEvent, jobStarted } from '../../events/job.ts';
import { advance } from './advance.ts';
import { dispatchOf, firstEngine, givenUp } from './ladder.ts';
import { isFinal } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

/**
 * Takes the due steps: starts a queued job, dispatches refused attempts again, gives up attempts that stayed unknown.
 * `leftOut` names tasks of a repair that a person accepted before it began.
 */
export type AdvanceJob = { readonly type: 'AdvanceJob'; readonly now: string; readonly leftOut: readonly string[] };

export const advanceJob = ({ now, leftOut }: AdvanceJob, state: JobState) => {
  const { details } = state;
  if (details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (state.status === 'queued') {
    return state.cancelRequested || state.paused
      ? accept()
      : accept(...advance(state, [jobStarted({ leftOut: [...leftOut] })]));
  }
  const due = state.tasks.flatMap((task) => dueOf(state, details, task, now));
  return accept(...advance(state, due));
};

const dueOf = (state: JobState, details: JobDetails, task: TaskState, now: string): readonly JobEvent[] => {
  const isAwaited = task.status === 'unknown' || task.status === 'submitted';
  if (isAwaited && task.dueAt !== null && task.dueAt <= now) return givenUp(task);
  if (task.status !== 'retrying' || task.retryAt === null || task.retryAt > now) return [];
  if (state.cancelRequested || state.paused) return [];
  const { attempt, corrections, previousAsset } = task;
  const engine = task.engine ?? firstEngine(details, task, attempt);
  return [dispatchOf(details, task, { attempt, retry: task.retry + 1, engine, corrections, previousAsset })];
};
