import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { JobEvent } from '../../events/job.ts';
import { acceptFrame, recordLoss, recordScore } from './verdicts.ts';
import { advanceJob, finishJob } from './advance.ts';
import { pauseJob, requestCancel, resumeJob } from './interrupt-job.ts';
import { claimAttempt } from './claim-attempt.ts';
import { decideCheckpoint } from './decide-checkpoint.ts';
import { evolve } from './evolve.ts';
import { recordFailure, recordRender, recordSubmission, recordUnknown } from './record-result.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { queueJob, refuseJob } from './start-job.ts';
import { initial, type JobState } from './state.ts';
import { idFromContent } from '../../src/kernel/ids.ts';

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

export const jobStream = (jobId: string): string => `job-${jobId}`;

/**
 * A job is named by its content: the same plan, manifest and selection give the same job, for every caller and every
 * repeat. The order of the selection does not matter.
 */
export const generationJobId = (
  workspaceId: string,
  planId: string,
  manifestHash: string,
  requested: readonly string[],
): string => idFromContent('job', workspaceId, planId, manifestHash, [...requested].sort());

/** A repair is named by the claim that it runs under: each one is a new job. */
export const repairJobId = (workspaceId: string, repairPlanId: string): string =>
  idFromContent('job', workspaceId, repairPlanId);

export type JobRefusal = Refusal<
  /** The job's start was decided otherwise: it is queued, under the start and hold that the state tells. */
  | 'already_queued'
  /** This start was refused before. */
  | 'already_refused'
  /** There is no such job. */
  | 'job_not_found'
  /** The job is final: nothing can be changed or cancelled. */
  | 'job_not_active'
  /** The attempt is not the task's current one, or was settled otherwise. */
  | 'attempt_not_current'
  /** Another holds the attempt. */
  | 'lease_held'
  /** The result came under an epoch that another claim has ended. */
  | 'stale_epoch'
  /** Nothing is claimed any more: the job is being cancelled. */
  | 'cancel_requested'
  /** Nothing is claimed: the job is paused. */
  | 'job_paused'
  /** A job is paused so often, and not more: its stream is bounded. */
  | 'pause_limit_reached'
  /** The job waits for no decision before this task. */
  | 'checkpoint_not_waiting'
  /** The job has no such task. */
  | 'task_not_found'
  /** The attempt is not the task's current one, its outcome is known, or a person has told another one. */
  | 'attempt_not_in_doubt'
  /** The attempt was given up, and people decide on the frame: its part of the hold may be gone. */
  | 'attempt_given_up'
  /** A person may accept only the latest scored attempt of a frame that waits for a person. */
  | 'not_acceptable'
  /** Tasks are still under way or could still be dispatched. */
  | 'not_finished'
>;
