/** The answer of a call that started a job by itself, made of the job's stream alone. */
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState } from '../../../commands/job/state.ts';
import type { Answer } from '../calls/stored-answer.ts';
import { batchAnswer } from '../work/batch/answer.ts';
import { imageAnswer } from '../work/image/answer.ts';
import { soundAnswer } from '../work/sound-answer.ts';

/** Null where nothing was made: the key is free again. */
type AnswerOf = (job: JobState) => Answer | null;

/** The operations that wait for the end of their job; all others have answered once it was queued. */
const waiting: Readonly<Partial<Record<JobDetails['operation'], AnswerOf>>> = {
  image_generate: imageAnswer,
  storyboard_batch: batchAnswer,
  music: soundAnswer,
  tts: soundAnswer,
};

/** `under_way`: the answer waits for the end of the job. `queued`: it was due when the job was queued. */
export const finishedAnswer = (job: JobState): Answer | null | 'under_way' | 'queued' => {
  if (job.details === null) return null;
  const answerOf = waiting[job.details.operation];
  if (answerOf === undefined) return 'queued';
  return isFinal(job.status) ? answerOf(job) : 'under_way';
};
