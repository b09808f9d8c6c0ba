import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import type { JobEvent } from '../../events/job.ts';
import { acceptFrame, type AcceptFrame } from './accept-frame.ts';
import { advanceJob, type AdvanceJob } from './advance-job.ts';
import { requestCancel, type RequestCancel } from './cancel-job.ts';
import { claimAttempt, type ClaimAttempt } from './claim-attempt.ts';
import { decideCheckpoint, type DecideCheckpoint } from './decide-checkpoint.ts';
import { evolve } from './evolve.ts';
import { finishJob, type FinishJob } from './finish-job.ts';
import { pauseJob, type PauseJob, resumeJob, type ResumeJob } from './pause-job.ts';
import { recordLoss, type RecordLoss } from './record-loss.ts';
import {
  recordFailure,
  type RecordFailure,
  recordRender,
  type RecordRender,
  recordUnknown,
  type RecordUnknown,
} from './record-result.ts';
import { recordSubmission, type RecordSubmission } from './record-submission.ts';
import { recordScore, type RecordScore } from './record-score.ts';
import type { JobRefusal } from './refusals.ts';
import { resolveAttempt, type ResolveAttempt } from './resolve-attempt.ts';
import { queueJob, type QueueJob, refuseJob, type RefuseJob } from './start-job.ts';
import { initial, type JobState } from './state.ts';

export type JobCommand =
  | QueueJob
  | RefuseJob
  | AdvanceJob
  | ClaimAttempt
  | RecordSubmission
  | RecordRender
  | RecordFailure
  | RecordUnknown
  | ResolveAttempt
  | RecordScore
  | RecordLoss
  | AcceptFrame
  | PauseJob
  | ResumeJob
  | DecideCheckpoint
  | RequestCancel
  | FinishJob;

/**
 * Jobs: all paid work. Only a job that was never queued is refused. A refusal carries its whole state: a cold start
 * reads back to the last one.
 */
export const jobDecider: Decider<JobState, JobCommand, JobEvent, JobRefusal> = {
  category: 'job',
  initial,
  evolve,
  decide: onCommand({
    QueueJob: queueJob,
    RefuseJob: refuseJob,
    AdvanceJob: advanceJob,
    ClaimAttempt: claimAttempt,
    RecordSubmission: recordSubmission,
    RecordRender: recordRender,
    RecordFailure: recordFailure,
    RecordUnknown: recordUnknown,
    ResolveAttempt: resolveAttempt,
    RecordScore: recordScore,
    RecordLoss: recordLoss,
    AcceptFrame: acceptFrame,
    PauseJob: pauseJob,
    ResumeJob: resumeJob,
    DecideCheckpoint: decideCheckpoint,
    RequestCancel: requestCancel,
    FinishJob: finishJob,
  }),
  snapshotType: 'JobRefused',
};
