import { accept, refuse } from '../../src/kernel/decider.ts';
import { jobCancelled, jobCompleted, jobFailed, jobPartiallyCompleted } from '../../events/job.ts';
import { chargedCredits, isAtItsEnd, isFinal } from './queries.ts';
import type { JobState } from './state.ts';

/**
 * The last event of a job's own work. Its ledger entries are written before: a final job has final credits. Only parts
 * that a broken chain never began are released after it: until then a person's accept lets it go on.
 */
export type FinishJob = { readonly type: 'FinishJob' };

export const finishJob = (_: FinishJob, state: JobState) => {
  if (state.details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (!isAtItsEnd(state)) return refuse('not_finished');
  const tasks = state.tasks.filter(({ status }) => status !== 'left_out');
  const accepted = tasks.filter(({ status }) => status === 'accepted').length;
  const notAccepted = tasks.length - accepted;
  const outcome = { accepted, notAccepted, chargedCredits: chargedCredits(state) };
  if (notAccepted === 0) return accept(jobCompleted(outcome));
  if (state.cancelRequested) return accept(jobCancelled(outcome));
  // A part of a whole is nothing that a client asked for.
  const isOfUse = accepted > 0 && state.details.settle === 'each';
  return accept(isOfUse ? jobPartiallyCompleted(outcome) : jobFailed(outcome));
};
