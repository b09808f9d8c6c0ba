import { accept, refuse } from '../../src/kernel/decider.ts';
import { assert } from '../../src/kernel/faults.ts';
import { jobQueued, jobRefused } from '../../events/job.ts';
import type { JobDetails, JobState } from './state.ts';

/** The hold is made, the job can begin. The first decision on a start stays. */
type QueueJob = { readonly type: 'QueueJob'; readonly details: JobDetails };

export const queueJob = ({ details }: QueueJob, state: JobState) => {
  const { settle, tasks } = details;
  assert(settle === 'each' || !tasks.some(({ judged }) => judged), 'a job that is paid as a whole waits for no person');
  if (state.details !== null) {
    const same = state.details.n === details.n && state.details.holdId === details.holdId;
    return same ? accept() : refuse('already_queued');
  }
  return state.refusedStart >= details.n ? refuse('already_refused') : accept(jobQueued(details));
};

/** Start `n` fails. */
type RefuseJob = { readonly type: 'RefuseJob'; readonly n: number; readonly reason: string };

export const refuseJob = ({ n, reason }: RefuseJob, state: JobState) => {
  if (state.details !== null) return refuse('already_queued');
  return state.refusedStart >= n ? accept() : accept(jobRefused({ n, reason }));
};
