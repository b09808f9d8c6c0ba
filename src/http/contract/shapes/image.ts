/** Pictures within the request. */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, oneOf, optional } from '../../../kernel/shape.ts';
import { asset, count, credits, failure, seedOf, signedUrl, spendBody, yes } from './common.ts';
import { prompt } from './storyboard.ts';

const aspectRatio = named(
  'ImageAspectRatio',
  oneOf(['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'], { default: '16:9' }),
);

const seed = seedOf('the same prompt and seed draw the same picture; drawn at random, and told, when absent');

export const imageRequest = named(
  'ImageGenerateRequest',
  spendBody({ prompt, aspect_ratio: optional(aspectRatio), seed: optional(seed) }),
);

export const imageAnswer = namedObject('ImageAnswer', {
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

export const batchAnswer = namedObject('StoryboardPhotoBatchAnswer', {
  ok: yes,
  status: named('BatchStatus', oneOf(['completed', 'partial'])),
  requested_count: integer({ minimum: 0, examples: [1] }),
  rendered_count: integer({ minimum: 0, examples: [1] }),
  failed_count: count,
  frames: array(frame),
  charged_credits: integer({ minimum: 0, examples: [1] }),
  refunded_credits: credits,
});
