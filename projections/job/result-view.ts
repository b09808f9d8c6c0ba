/** The media that a job has made, made of its document alone. */
import type { Asset } from '../../events/common.ts';
import { isFinal } from '../../commands/job/queries.ts';
import { isMedia, mediaView } from '../common/views.ts';
import type { AttemptEntry, JobDocument, TaskEntry } from './document.ts';

/** Null until the job has ended, and for one that made nothing. */
export const jobResult = (document: JobDocument) => {
  if (!isFinal(document.status)) return null;
  const assets = document.tasks.flatMap(mediaOf);
  return assets.length === 0 ? null : { assets };
};

/** The first output of a job that is media; undefined for none. */
export const outputOf = ({ tasks }: JobDocument): Asset | undefined => {
  for (const task of tasks) {
    const asset = isMedia(task.makes) ? acceptedOf(task)?.asset : undefined;
    if (asset) return asset;
  }
  return undefined;
};

/** The attempt that was accepted. */
export const acceptedOf = ({ status, attempts, accepted }: TaskEntry): AttemptEntry | undefined =>
  status === 'accepted' ? attempts.findLast(({ asset }) => asset?.hash === accepted?.assetHash) : undefined;

/** The output of an accepted task, and the attachments that are media of their own. */
const mediaOf = (task: TaskEntry) => {
  const { makes } = task;
  const made = acceptedOf(task);
  if (made === undefined || made.asset === null || !isMedia(makes)) return [];
  return [
    mediaView(makes, made.asset),
    ...(made.attachments ?? []).flatMap(({ name, asset }) => (isMedia(name) ? [mediaView(name, asset)] : [])),
  ];
};
