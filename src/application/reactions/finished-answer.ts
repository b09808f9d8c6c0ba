/** The answer of a call that waited for its job, made of the job's stream alone. */
import type { JobState } from '../../../commands/job/state.ts';
import type { StoredAnswer } from '../calls/stored-answer.ts';
import { batchAnswer } from '../work/batch/answer.ts';
import { imageAnswer } from '../work/image/answer.ts';

/** Null when there is nothing to answer with: not queued, a picture that was not made, or a call that did not wait. */
export const finishedAnswer = (job: JobState): Pick<StoredAnswer, 'status' | 'body' | 'signed'> | null => {
  switch (job.details?.kind) {
    case 'image':
      return imageAnswer(job);
    case 'batch':
      return batchAnswer(job);
    default:
      return null;
  }
};
