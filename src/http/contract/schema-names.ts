/** Shapes that have a name in the OpenAPI document; all others stand where they are used. Found by identity. */
import type { Shape } from '../../kernel/shape.ts';
import { apiError, asset, evidence, overCapacity } from './shapes/common.ts';
import { alreadySatisfied, generateAccepted, jobPoll, jobSummary, repairAccepted, startedJob } from './shapes/job.ts';
import { photoSequence, reviewed, reviewRequest, workPlan } from './shapes/photo-sequence.ts';
import { storyboard, storyboardBatchRequest } from './shapes/storyboard.ts';
import { generateImage } from './operations/images.ts';
import { generateRequest } from './operations/storyboard-images.ts';
import { createWorkspace } from './operations/workspaces.ts';

const named: Readonly<Record<string, Shape<unknown> | undefined>> = {
  // The spec's names (section 2)
  ImageGenerateRequest: generateImage.body,
  StoryboardPhotoBatchRequest: storyboardBatchRequest,
  StoryboardImageGenerateRequest: generateRequest,
  PhotoSequenceReviewRequest: reviewRequest,
  WorkspaceRequest: createWorkspace.body,
  StoryboardImageGenerateAccepted: generateAccepted,
  StoryboardImageGenerateAlreadySatisfied: alreadySatisfied,
  BatchOverCapacityResponse: overCapacity,
  ApiErrorResponse: apiError,
  // Ours
  Asset: asset,
  Evidence: evidence,
  Job: jobSummary,
  JobPoll: jobPoll,
  PhotoSequence: photoSequence,
  PhotoSequenceRepairAccepted: repairAccepted,
  PhotoSequenceReviewed: reviewed,
  StartedJob: startedJob,
  Storyboard: storyboard,
  WorkPlan: workPlan,
};

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  Object.entries(named).map(([name, shape]) => [shape, name]),
);
