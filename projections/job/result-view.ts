/** The media that a job has made, made of its document alone. */
import { isFinal } from '../../commands/job/queries.ts';
import { isMedia, mediaView, type MediaView } from '../common/views.ts';
import type { JobDocument, TaskEntry } from './document.ts';

/** Null until the job has ended, and for one that made nothing. */
export const jobResult = (document: JobDocument): { readonly assets: readonly MediaView[] } | null => {
  if (!isFinal(document.status)) return null;
  const assets = document.tasks.flatMap(mediaOf);
  return assets.length === 0 ? null : { assets };
};

/** The output of an accepted task, and the attachments that are media of their own. */
const mediaOf = ({ makes, status, attempts, accepted }: TaskEntry): readonly MediaView[] => {
  if (status !== 'accepted' || accepted === null) return [];
  const made = attempts.findLast(({ asset }) => asset?.hash === accepted.assetHash);
  if (made === undefined || made.asset === null || !isMedia(makes)) return [];
  return [
    mediaView(makes, made.asset),
    ...(made.attachments ?? []).flatMap(({ name, asset }) => (isMedia(name) ? [mediaView(name, asset)] : [])),
  ];
};
