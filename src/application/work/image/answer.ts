/** The answer for a single picture. */
import { chargedCredits } from '../../../../commands/job/queries.ts';
import type { JobState } from '../../../../commands/job/state.ts';
import { type StoredAnswer, json } from '../../calls/stored-answer.ts';
import { pictureView } from '../picture-view.ts';

/** Null when the picture was not made. */
export const imageAnswer = (job: JobState): Pick<StoredAnswer, 'status' | 'body' | 'signed'> | null => {
  const [task] = job.tasks;
  if (task?.status !== 'accepted' || task.asset === null) return null;
  const { asset, seed } = task;
  const body = { ok: true, asset: pictureView(asset), seed, chargedCredits: chargedCredits(job) };
  return { ...json(200, body), signed: ['', '/asset'].map((pointer) => ({ pointer, key: asset.key })) };
};
