/** What jobs/{id} answers about a supervised job, and how lists show it beside jobs of other kinds. */
import type { Asset } from '../../events/common.ts';
import { jobResultView } from '../views.ts';
import type { JobResultView, JobStatusView } from '../views.ts';
import { isFinal } from '../../commands/job/queries.ts';
import type { JobDocument, TaskEntry } from './document.ts';
import { cancelRequestedIn, progressOf } from './view.ts';

/** The `kind` of supervised jobs, beside those of media work. */
export const STORYBOARD = 'storyboard';

export const storyboardJobStatus = (document: JobDocument): JobStatusView => ({
  id: document.jobId,
  kind: STORYBOARD,
  operation: document.operation,
  status: document.status,
  progress: progressOf(document),
  error: document.status === 'failed' ? { code: 'no_frame_accepted', message: 'no required frame was accepted' } : null,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  requiredCredits: document.requiredCredits,
  chargedCredits: document.chargedCredits,
  ...cancelRequestedIn(document),
});

export const storyboardJobResult = (document: JobDocument): JobResultView =>
  jobResultView(
    storyboardJobStatus(document),
    isFinal(document.status),
    document.tasks.flatMap((entry) => acceptedAsset(entry) ?? []),
  );

/** The picture that was accepted: what a download of the job holds. */
export const acceptedAsset = ({ accepted, attempts }: TaskEntry): Asset | null =>
  accepted === null ? null : (attempts.findLast(({ asset }) => asset?.hash === accepted.assetHash)?.asset ?? null);
