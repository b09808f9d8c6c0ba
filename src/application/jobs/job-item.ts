/** Jobs outside their project: in lists, and in the answer to a cancel. */
import type { JobDocument } from '../../../projections/job/document.ts';
import { jobStatus } from '../../../projections/job/status-view.ts';
import type { Body } from '../calls/stored-answer.ts';

export const jobItem = (document: JobDocument): Body => {
  const { projectId, planId, tasks, heldCredits } = document;
  return {
    ...jobStatus(document),
    ...(projectId === null ? {} : { projectId }),
    ...(planId === null ? {} : { planId, requestedImageCount: tasks.length }),
    heldCredits,
  };
};
