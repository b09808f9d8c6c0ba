import { declare, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { commercePreview, commerceVideoRequest } from '../shapes/commerce.ts';
import { acceptedJob } from '../shapes/media.ts';

export const createCommerceVideo = declare({
  operationId: 'createCommerceVideo',
  method: 'POST',
  path: '/api/v1/commerce/videos',
  tag: 'commerce',
  summary: 'A short video for a cart, an order or an objection, or its preview',
  description:
    'Makes a video of 1 to 60 seconds about a product, through provider_b. With `dryRun: true` it answers with ' +
    'the resolved brief and spends nothing; that needs the scope `plan` in the place of `spend`. An `externalRef` ' +
    'is the key of the request for its whole workspace: the same one, trigger and body are the same job. An ' +
    'Idempotency-Key beside it holds as well.',
  authority: 'Spend',
  planWhen: ({ dryRun }) => dryRun === true,
  flag: 'COMMERCE_VIDEO_ENABLED',
  body: commerceVideoRequest,
  idempotency: 'optional',
  answers: { 202: acceptedJob, 200: commercePreview },
  links: {
    202: {
      status: linkTo('getJob', { jobId: '$response.body#/job/id' }),
      download: linkTo('download', { jobId: '$response.body#/job/id' }),
      cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }),
    },
  },
  errors: ['external_ref_reused', 'topic_banned', 'content_lost', 'provider_unavailable', 'reference_unavailable'],
  location: jobStatusPath('jobs'),
});
