import { refused } from '../../application/calls/result.ts';
import { createStoryboardBatch } from '../../application/work/batch/storyboard-batch.ts';
import { createGenerateImage } from '../../application/work/image/generate-image.ts';
import { pathIds } from '../contract/ids.ts';
import { declared } from '../contract/operations/registry.ts';
import { type Route, starts, stored } from './route.ts';

export const imageRoutes: readonly Route[] = [
  starts(declared.generateImage, createGenerateImage),
  stored(declared.generateStoryboardBatch, createStoryboardBatch, async (generate, { caller, body, idempotency }) =>
    // The spec's pattern is wider than our ids; any other text is an unknown id, and unknown is 403 here.
    pathIds.projectId.pattern.test(body.projectId) ? generate(caller, body, idempotency) : refused('project_forbidden'),
  ),
];
