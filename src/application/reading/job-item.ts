/** Jobs of either kind outside their project: in lists, and in the answer to a cancel. */
import type { JobDocument } from '../../../projections/job/document.ts';
import { storyboardJobStatus } from '../../../projections/job/status-view.ts';
import type { MediaJobDocument } from '../../../projections/media-job/document.ts';
import { mediaJobStatus } from '../../../projections/media-job/view.ts';
import type { Body } from '../application.ts';

export const jobItem = (document: JobDocument): Body => ({
  ...storyboardJobStatus(document),
  projectId: document.projectId,
  planId: document.planId,
  requestedImageCount: document.tasks.length,
  heldCredits: document.heldCredits,
});

export const mediaItem = (document: MediaJobDocument): Body => ({
  ...mediaJobStatus(document),
  ...(document.projectId === null ? {} : { projectId: document.projectId }),
  heldCredits: document.heldCredits,
});
