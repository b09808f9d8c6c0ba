/** The answer of a call that waited for its sound. */
import { chargedCredits } from '../../../commands/job/queries.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { isMedia, mediaView, secondsOf } from '../../../projections/common/views.ts';
import { type Answer, json } from '../calls/stored-answer.ts';

/** Null when the sound was not made. */
export const soundAnswer = (job: JobState): Answer | null => {
  const [task] = job.tasks;
  if (task?.status !== 'accepted' || task.asset === null || !isMedia(task.makes)) return null;
  const { $asset: key, ...asset } = mediaView(task.makes, task.asset);
  const body = { ok: true, asset, durationSeconds: secondsOf(task.asset) ?? 0, chargedCredits: chargedCredits(job) };
  return { ...json(200, body), signed: ['', '/asset'].map((pointer) => ({ pointer, key })) };
};
