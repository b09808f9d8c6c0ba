/** A job of any kind outside its project: in jobs/{id}, in lists, and in the answer to a change. */
import type { JobDocument } from './document.ts';
import { costsIn, heldIn, progressOf } from './view.ts';

export const jobItem = (document: JobDocument) => ({
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
  ...(document.projectId === null ? {} : { projectId: document.projectId }),
  ...(document.planId === null ? {} : { planId: document.planId, requestedImageCount: document.tasks.length }),
  heldCredits: document.heldCredits,
});

/** Of a storyboard its requirements tell the failures; of all else the first failed task does. */
const errorOf = ({ kind, status, tasks, unseen }: JobDocument) => {
  if (kind !== 'storyboard') {
    return unseen.failure ?? tasks.find((task) => task.status === 'failed')?.attempts.at(-1)?.error ?? null;
  }
  return status === 'failed' ? { code: 'no_frame_accepted', message: 'no required frame was accepted' } : null;
};
