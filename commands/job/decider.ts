import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { JobEvent } from '../../events/job.ts';
import { acceptFrame } from './accept-frame.ts';
import { advanceJob } from './advance-job.ts';
import { requestCancel } from './cancel-job.ts';
import { claimAttempt } from './claim-attempt.ts';
import { decideCheckpoint } from './decide-checkpoint.ts';
import { evolve } from './evolve.ts';
import { finishJob } from './finish-job.ts';
import { pauseJob, resumeJob } from './pause-job.ts';
import { recordLoss } from './record-loss.ts';
import { recordFailure, recordRender, recordUnknown } from './record-result.ts';
import { recordSubmission } from './record-submission.ts';
import { recordScore } from './record-score.ts';
import type { JobRefusal } from './refusals.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { queueJob, refuseJob } from './start-job.ts';
import { initial, type JobState } from './state.ts';

const commands = {
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
};

export type JobCommand = CommandIn<typeof commands>;

/**
 * Jobs: all paid work. Only a job that was never queued is refused. A refusal carries its whole state: a cold start
 * reads back to the last one.
 */
export const jobDecider: Decider<JobState, JobCommand, JobEvent, JobRefusal> = {
  category: 'job',
  initial,
  evolve,
  decide: onCommand(commands),
  snapshotType: 'JobRefused',
};
