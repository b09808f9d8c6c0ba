import { limits } from '../../../kernel/limits.ts';
import { array, integer, object, oneOf, open, optional, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { asset, credits, signedUrl, spendBody, yes } from '../shapes/common.ts';
import { framesMatchCount, needsReference, storyboardBatchRequest } from '../shapes/storyboard.ts';

const engines = [
  'provider_not_configured',
  'provider_unavailable',
  'insufficient_credits',
  'too_many_open_holds',
] as const;

const seed = integer({
  minimum: 0,
  maximum: limits.seedMax,
  description: 'the same prompt and seed draw the same picture; drawn at random, and told, when absent',
});

export const generateImage = declare({
  operationId: 'generateImage',
  method: 'POST',
  path: '/api/v1/image/generate',
  tag: 'images',
  summary: 'One picture, within the request',
  authority: 'Spend',
  body: spendBody({
    prompt: string({ minLength: 1, maxLength: limits.promptCharsMax }),
    aspect_ratio: optional(oneOf(['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'], { default: '16:9' })),
    seed: optional(seed),
  }),
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: { 200: object({ ok: yes, url: signedUrl, asset, seed, chargedCredits: credits }) },
  errors: [...engines, 'render_failed'],
});

const count = integer({ minimum: 0 });

export const generateStoryboardBatch = declare({
  operationId: 'generateStoryboardBatch',
  method: 'POST',
  path: '/api/v1/image/storyboard-batch',
  tag: 'images',
  summary: 'Frames rendered within the request: no job id, no QA; failed frames are refunded',
  authority: 'Spend',
  flag: 'STORYBOARD_PHOTO_BATCH_ENABLED',
  body: storyboardBatchRequest,
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [framesMatchCount, needsReference('', (body) => body)],
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: {
    200: object({
      ok: yes,
      status: oneOf(['completed', 'partial']),
      requested_count: count,
      rendered_count: count,
      failed_count: count,
      frames: array(
        object({
          frameIndex: integer({ minimum: 0, maximum: limits.framesMax - 1 }),
          status: oneOf(['rendered', 'failed']),
          url: optional(signedUrl),
          asset: optional(asset),
          error: optional(open()),
        }),
      ),
      charged_credits: credits,
      refunded_credits: credits,
    }),
  },
  errors: ['project_forbidden', 'batch_exceeds_synchronous_capacity', 'reference_unavailable', ...engines],
  // The spec lists no 404 here: an unknown project is a 403 (contract, section 3).
  instead: { project_not_found: 'project_forbidden' },
});
