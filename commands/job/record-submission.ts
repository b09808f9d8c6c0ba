import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseResult } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import { pollDelayMs } from '../../src/kernel/poll-delay.ts';
import { addMs } from '../../src/kernel/time.ts';
import { attemptSubmitted } from '../../events/job.ts';
import { attemptOf, taskOfAttempt } from './queries.ts';
import type { JobState } from './state.ts';

/** The engine has taken the attempt and works on it by itself. An attempt is submitted once, under one name. */
export type RecordSubmission = {
  readonly type: 'RecordSubmission';
  readonly attemptKey: string;
  readonly epoch: number;
  /** The engine's own name for the work. */
  readonly ref: string;
  readonly pollAfterMs: number;
  readonly now: string;
};

export const recordSubmission = (command: RecordSubmission, state: JobState) => {
  const { attemptKey, epoch, ref, pollAfterMs, now } = command;
  const task = taskOfAttempt(state, attemptKey);
  if (task === undefined) return refuse('attempt_not_current');
  if (task.ref !== null) return task.ref === ref ? accept() : refuse('attempt_not_current');
  const refusal = refuseResult(task, epoch);
  if (refusal !== undefined) return refusal;
  const pollAt = addMs(now, pollDelayMs(pollAfterMs));
  const dueAt = addMs(now, limits.submittedMaxMs);
  return accept(attemptSubmitted({ ...attemptOf(task, attemptKey), epoch, ref, pollAt, dueAt }));
};
