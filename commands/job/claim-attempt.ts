import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseClaim } from '../../src/kernel/lease.ts';
import { attemptClaimed } from '../../events/job.ts';
import { attemptOf, isFinal, taskOfAttempt } from './queries.ts';
import type { JobState } from './state.ts';

/** Takes the lease of an attempt; `lapsedEpoch` as in kernel/lease.ts. */
export type ClaimAttempt = {
  readonly type: 'ClaimAttempt';
  readonly attemptKey: string;
  readonly holder: string;
  readonly promptHash: string;
  readonly lapsedEpoch: number;
  /** The fingerprint of the workspace's key that the engine is called under; undefined for any other. */
  readonly ownKey?: string;
};

export const claimAttempt = (command: ClaimAttempt, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task === undefined || isFinal(state.status)) return refuse('attempt_not_current');
  // Attempts claimed before a cancel finish; the others were never called and never will be.
  if (task.status === 'dispatched' && state.cancelRequested) return refuse('cancel_requested');
  if (task.status === 'dispatched' && state.paused) return refuse('job_paused');
  const refusal = refuseClaim(task, command.lapsedEpoch);
  if (refusal !== undefined) return refusal;
  const { attemptKey, holder, promptHash, ownKey } = command;
  const under = ownKey === undefined ? {} : { ownKey };
  return accept(
    attemptClaimed({ ...attemptOf(task, attemptKey), epoch: task.epoch + 1, holder, promptHash, ...under }),
  );
};
