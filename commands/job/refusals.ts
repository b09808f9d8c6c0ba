import type { Refusal } from '../../src/kernel/decider.ts';

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
