import { accept, refuse } from '../../src/kernel/decider.ts';
import { attemptClaimed } from '../../events/job/index.ts';
import { frameOfAttempt, isFinal } from './state.ts';
import type { JobState } from './state.ts';

/**
 * Takes the lease of an attempt. `lapsedEpoch` is the epoch that the caller has watched for a whole lease without
 * seeing another (or its own, to renew); 0 when it knows of none.
 */
export type ClaimAttempt = {
  readonly type: 'ClaimAttempt';
  readonly attemptKey: string;
  readonly holder: string;
  readonly promptHash: string;
  readonly lapsedEpoch: number;
};

export const claimAttempt = (command: ClaimAttempt, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame === undefined || isFinal(state.status)) return refuse('attempt_not_current');
  if (frame.status !== 'dispatched' && frame.status !== 'claimed') return refuse('attempt_not_current');
  // What was claimed before a cancel finishes; what was not was never called and never will be.
  if (frame.status === 'dispatched' && state.cancelRequested) return refuse('cancel_requested');
  if (frame.epoch !== command.lapsedEpoch) return refuse('lease_held', { epoch: frame.epoch });
  const { attemptKey, holder, promptHash } = command;
  const { requirementId, frameIndex } = frame.requirement;
  const attempt = { requirementId, frameIndex, attempt: frame.attempt, attemptKey };
  return accept(attemptClaimed({ ...attempt, epoch: frame.epoch + 1, holder, promptHash }));
};
