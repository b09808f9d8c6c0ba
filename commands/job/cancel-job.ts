import { accept, refuse } from '../../src/kernel/decider.ts';
import { jobCancelRequested } from '../../events/job.ts';
import { isFinal } from './queries.ts';
import type { JobState } from './state.ts';

/** A person ends the job. Answered at once; attempts under way finish or are called off, and are settled. */
export type RequestCancel = { readonly type: 'RequestCancel'; readonly requestedBy: string };

export const requestCancel = ({ requestedBy }: RequestCancel, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return refuse('job_not_active');
  return state.cancelRequested ? accept() : accept(jobCancelRequested({ requestedBy }));
};
