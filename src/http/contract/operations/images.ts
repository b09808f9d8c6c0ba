import { limits } from '../../../kernel/limits.ts';
import { declare } from '../operation.ts';
import { batchAnswer, imageAnswer, imageRequest } from '../shapes/image.ts';
import { framesMatchCount, needsReference, storyboardBatchRequest } from '../shapes/storyboard.ts';

const engines = ['topic_banned', 'content_lost', 'provider_not_configured', 'provider_unavailable'] as const;

export const generateImage = declare({
  operationId: 'generateImage',
  method: 'POST',
  path: '/api/v1/image/generate',
  tag: 'images',
  summary: 'One picture, within the request',
  description:
    'Draws one picture of a prompt and answers with it. It costs the price of one picture, which is ' +
    'debited when the picture is stored. There is no QA and no job to poll. The same prompt and seed draw ' +
    'the same picture. A 502 is the answer of its Idempotency-Key, too: a new key tries again.',
  authority: 'Spend',
  body: imageRequest,
  idempotency: 'optional',
  answers: { 200: imageAnswer },
  errors: [...engines, 'render_failed'],
});

export const generateStoryboardBatch = declare({
  operationId: 'generateStoryboardBatch',
  method: 'POST',
  path: '/api/v1/image/storyboard-batch',
  tag: 'images',
  summary: 'Frames rendered within the request: no job id, no QA; failed frames are refunded',
  description:
    'Draws as many frames as fit in one request; their number depends on `continuityMode`. More of ' +
    'them are refused with 413, which names the durable way. Credits of failed frames are released.',
  authority: 'Spend',
  flag: 'STORYBOARD_PHOTO_BATCH_ENABLED',
  body: storyboardBatchRequest,
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [framesMatchCount, needsReference],
  idempotency: 'optional',
  answers: { 200: batchAnswer },
  errors: ['project_forbidden', 'batch_exceeds_synchronous_capacity', 'reference_unavailable', ...engines],
  // The spec lists no 404 here: an unknown project is a 403.
  instead: { project_not_found: 'project_forbidden' },
});
