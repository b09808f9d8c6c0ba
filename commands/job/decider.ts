import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { JobEvent } from '../../events/job.ts';
import { acceptFrame, type AcceptFrame } from './accept-frame.ts';
import { advanceJob, type AdvanceJob } from './advance-job.ts';
import { requestCancel, type RequestCancel } from './cancel-job.ts';
import { claimAttempt, type ClaimAttempt } from './claim-attempt.ts';
import { evolve } from './evolve.ts';
import { finishJob, type FinishJob } from './finish-job.ts';
import { recordLoss, type RecordLoss } from './record-loss.ts';
import {
  recordFailure,
  type RecordFailure,
  recordRender,
  type RecordRender,
  recordUnknown,
  type RecordUnknown,
} from './record-result.ts';
import { recordScore, type RecordScore } from './record-score.ts';
import type { JobRefusal } from './refusals.ts';
import { queueJob, type QueueJob, refuseJob, type RefuseJob } from './start-job.ts';
import { initial, type JobState } from './state.ts';

export type JobCommand =
  | QueueJob
  | RefuseJob
  | AdvanceJob
  | ClaimAttempt
  | RecordRender
  | RecordFailure
  | RecordUnknown
  | RecordScore
  | RecordLoss
  | AcceptFrame
  | RequestCancel
  | FinishJob;

const decide = (command: JobCommand, state: JobState): Decision<JobEvent, JobRefusal> => {
  switch (command.type) {
    case 'QueueJob':
      return queueJob(command, state);
    case 'RefuseJob':
      return refuseJob(command, state);
    case 'AdvanceJob':
      return advanceJob(command, state);
    case 'ClaimAttempt':
      return claimAttempt(command, state);
    case 'RecordRender':
      return recordRender(command, state);
    case 'RecordFailure':
      return recordFailure(command, state);
    case 'RecordUnknown':
      return recordUnknown(command, state);
    case 'RecordScore':
      return recordScore(command, state);
    case 'RecordLoss':
      return recordLoss(command, state);
    case 'AcceptFrame':
      return acceptFrame(command, state);
    case 'RequestCancel':
      return requestCancel(command, state);
    case 'FinishJob':
      return finishJob(command, state);
    default:
      return assertNever(command);
  }
};

/**
 * Everything that is paid and made. Only a job that was never queued is refused, and a refusal says all there is of
 * it: a cold start reads back to the last one.
 */
export const jobDecider: Decider<JobState, JobCommand, JobEvent, JobRefusal> = {
  category: 'job',
  initial,
  evolve,
  decide,
  snapshotType: 'JobRefused',
};
