/** Pictures within the request. */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, oneOf, optional } from '../../../kernel/shape.ts';
import { declaring } from '../operation.ts';
import { asset, count, credits, failure, seedOf, signedUrl, spendBody, yes } from '../shapes/common.ts';
import { framesMatchCount, needsReference, prompt, storyboardBatchRequest } from '../shapes/storyboard.ts';

const declare = declaring('images');

const aspectRatio = named(
  'ImageAspectRatio',
  oneOf(['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'], { default: '16:9' }),
);

const seed = seedOf('the same prompt and seed draw the same picture; drawn at random, and told, when absent');

const imageRequest = named(
  'ImageGenerateRequest',
  spendBody({ prompt, aspect_ratio: optional(aspectRatio), seed: optional(seed) }),
);

const imageAnswer = namedObject('ImageAnswer', {
  ok: yes,
  url: signedUrl,
  asset,
  seed,
  chargedCredits: integer({ minimum: 0, examples: [1] }),
});

const frame = namedObject('BatchFrame', {
  frameIndex: integer({ minimum: 0, maximum: limits.framesMax - 1 }),
  status: named('BatchFrameStatus', oneOf(['rendered', 'failed'])),
  url: optional(signedUrl),
  asset: optional(asset),
  error: optional(failure),
});

const batchAnswer = namedObject('StoryboardPhotoBatchAnswer', {
  ok: yes,
  status: named('BatchStatus', oneOf(['completed', 'partial'])),
  requested_count: integer({ minimum: 0, examples: [1] }),
  rendered_count: integer({ minimum: 0, examples: [1] }),
  failed_count: count,
  frames: array(frame),
  charged_credits: integer({ minimum: 0, examples: [1] }),
  refunded_credits: credits,
});

const engines = ['topic_banned', 'content_lost', 'provider_not_configured', 'provider_unavailable'] as const;

export const generateImage = declare({
  method: 'POST',
  path: '/api/v1/image/generate',
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
  method: 'POST',
  path: '/api/v1/image/storyboard-batch',
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
