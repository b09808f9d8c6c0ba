import { accept, refuse } from '../../src/kernel/decider.ts';
import { jobQueued, jobRefused } from '../../events/job/index.ts';
import type { JobDetails, JobState } from './state.ts';

/** Step 4 of the start of paid work: the hold stands, the job is to be. The first decision for a claim stays. */
export type QueueJob = { readonly type: 'QueueJob'; readonly details: JobDetails };

export const queueJob = ({ details }: QueueJob, state: JobState) => {
  if (state.details !== null) {
    const same = state.details.n === details.n && state.details.holdId === details.holdId;
    return same ? accept() : refuse('already_queued');
  }
  return state.refusedClaim >= details.n ? refuse('already_refused') : accept(jobQueued(details));
};

/** Step 4, the other way: the start under claim `n` comes to nothing. */
export type RefuseJob = { readonly type: 'RefuseJob'; readonly n: number; readonly reason: string };

export const refuseJob = ({ n, reason }: RefuseJob, state: JobState) => {
  if (state.details !== null) return refuse('already_queued');
  return state.refusedClaim >= n ? accept() : accept(jobRefused({ n, reason }));
};
