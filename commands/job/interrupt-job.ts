import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { jobCancelRequested, jobPaused, jobResumed } from '../../events/job.ts';
import { advance } from './advance.ts';
import { isFinal } from './queries.ts';
import type { JobState } from './state.ts';

/**
 * A person holds the job up: nothing is dispatched or claimed until it is resumed. Attempts under way finish and are
 * settled. A job that is being cancelled dispatches nothing anyway, and is left as it is.
 */
type PauseJob = { readonly type: 'PauseJob'; readonly requestedBy: string };

export const pauseJob = ({ requestedBy }: PauseJob, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return refuse('job_not_active');
  if (state.paused || state.cancelRequested) return accept();
  return state.pauses < limits.pausesPerJobMax ? accept(jobPaused({ requestedBy })) : refuse('pause_limit_reached');
};

/** The job goes on. An attempt that was dispatched before the pause is owed its claim again. */
type ResumeJob = { readonly type: 'ResumeJob'; readonly requestedBy: string };

export const resumeJob = ({ requestedBy }: ResumeJob, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return refuse('job_not_active');
  return state.paused ? accept(...advance(state, [jobResumed({ requestedBy })])) : accept();
};

/** A person ends the job. Answered at once; attempts under way finish or are called off, and are settled. */
type RequestCancel = { readonly type: 'RequestCancel'; readonly requestedBy: string };

export const requestCancel = ({ requestedBy }: RequestCancel, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return refuse('job_not_active');
  return state.cancelRequested ? accept() : accept(jobCancelRequested({ requestedBy }));
};
