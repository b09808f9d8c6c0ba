/** The answer of a call that started a job by itself, made of the job's stream alone. */
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState } from '../../../commands/job/state.ts';
import type { Answer } from '../calls/stored-answer.ts';
import { batchAnswer } from '../work/batch/answer.ts';
import { imageAnswer } from '../work/image/answer.ts';
import { failedAnswer } from '../work/failed-answer.ts';
import { soundAnswer } from '../work/sound-answer.ts';

/** Null where nothing was made. */
type AnswerOf = (job: JobState) => Answer | null;

/** The operations that wait for the end of their job; all others have answered once it was queued. */
const waiting: Readonly<Partial<Record<JobDetails['operation'], AnswerOf>>> = {
  image_generate: imageAnswer,
  storyboard_batch: batchAnswer,
  music: soundAnswer,
  tts: soundAnswer,
};

/**
 * `under_way`: the answer waits for the end of the job. `queued`: it was due when the job was queued. `requestId`: the
 * name of the request in an answer that nothing was made.
 */
export const finishedAnswer = (
  { operation }: JobDetails,
  job: JobState,
  requestId: string,
): Answer | 'under_way' | 'queued' => {
  const answerOf = waiting[operation];
  if (answerOf === undefined) return 'queued';
  return isFinal(job.status) ? (answerOf(job) ?? failedAnswer(job, requestId)) : 'under_way';
};
