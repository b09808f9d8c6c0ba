/** The answer of jobs/{id} about a job of any kind, also in lists. */
import type { JobStatusView } from '../common/views.ts';
import type { JobDocument } from './document.ts';
import { costsIn, heldIn, progressOf } from './view.ts';

export const jobStatus = (document: JobDocument): JobStatusView => ({
  id: document.jobId,
  kind: document.kind,
  operation: document.operation,
  status: document.status,
  progress: progressOf(document),
  error: errorOf(document),
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  requiredCredits: document.requiredCredits,
  chargedCredits: document.chargedCredits,
  ...costsIn(document),
  ...heldIn(document),
});

/** Of a storyboard its requirements tell the failures; of all else the first failed task does. */
const errorOf = ({ kind, status, tasks, unseen }: JobDocument): JobStatusView['error'] => {
  if (kind !== 'storyboard') {
    return unseen.failure ?? tasks.find((task) => task.status === 'failed')?.attempts.at(-1)?.error ?? null;
  }
  return status === 'failed' ? { code: 'no_frame_accepted', message: 'no required frame was accepted' } : null;
};
