import { accept, refuse } from '../../src/kernel/decider.ts';
import type { JobEvent } from '../../events/job.ts';
import { advance } from './advance.ts';
import { evolve } from './evolve.ts';
import { climb, failureOf, toPerson } from './ladder.ts';
import { taskOfAttempt } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

/**
 * The delivery of a rendered attempt will never be judged, and a retry does not help. The attempt has failed, and is
 * not charged.
 */
export type RecordLoss = {
  readonly type: 'RecordLoss';
  readonly attemptKey: string;
  /**
   * `asset_lost`: the picture is gone or damaged; `score_failed`: the scorer fails on it; the ladder makes another.
   * `content_lost`: the content of the task is gone; a person decides.
   */
  readonly code: 'asset_lost' | 'score_failed' | 'content_lost';
  readonly message: string;
};

export const recordLoss = (command: RecordLoss, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task?.status !== 'rendered' || state.details === null) return refuse('attempt_not_current');
  const failed = failureOf(task, command.code, command.message);
  if (state.cancelRequested) return accept(failed);
  return accept(failed, ...advance(evolve(state, failed), whatFollows(state.details, task, command)));
};

const whatFollows = (details: JobDetails, task: TaskState, { code }: RecordLoss): readonly JobEvent[] =>
  code === 'content_lost'
    ? [toPerson(task, code)]
    : climb(details, task, { reason: 'attempts_exhausted', engineUnfit: false, corrections: [] });
