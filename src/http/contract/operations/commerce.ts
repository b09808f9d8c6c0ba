/** Short videos of commerce, and their preview (spec, CommerceVideoRequest). */
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  boolean,
  integer,
  literal,
  named,
  namedObject,
  nullable,
  number,
  oneOf,
  optional,
  string,
} from '../../../kernel/shape.ts';
import { declaring, linkTo } from '../operation.ts';
import { jobStatusPath } from '../poll-path.ts';
import { spendBody, text, visibleText, yes } from '../shapes/common.ts';
import { acceptedJob } from '../shapes/media.ts';

const declare = declaring('commerce');

const short = (example: string) => string({ minLength: 1, maxLength: limits.shortTextCharsMax, examples: [example] });
const address = (description: string) => string({ format: 'uri', maxLength: limits.urlCharsMax, description });

const product = namedObject('CommerceProduct', {
  title: visibleText(limits.shortTextCharsMax, 'Storm lantern'),
  imageUrl: optional(address('the picture that the video begins with')),
  price: optional(short('EUR 39')),
  url: optional(address('of the page of the product')),
  description: optional(string({ maxLength: limits.promptCharsMax })),
});

const commerceVideoRequest = named(
  'CommerceVideoRequest',
  spendBody({
    trigger: named(
      'CommerceTrigger',
      oneOf(['abandoned_cart', 'post_purchase', 'objection_handling', 'cross_sell'], {
        description:
          'abandoned_cart and objection_handling make an objection-handling video, the others a cross-sell video',
      }),
    ),
    product,
    customer: optional(
      namedObject('CommerceCustomer', {
        firstName: optional(short('Ada')),
        locale: optional(
          string({
            maxLength: limits.localeCharsMax,
            pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
            description: 'the spoken language of the video',
            examples: ['en-GB'],
          }),
        ),
      }),
    ),
    objections: optional(
      array(short('Is it bright enough?'), {
        maxItems: limits.commerceObjectionsMax,
        description: 'hesitations to address',
      }),
    ),
    crossSellProducts: optional(array(product, { maxItems: limits.commerceProductsMax })),
    brandName: optional(short('Harbour Supplies')),
    ctaUrl: optional(address('shown on the closing card')),
    aspectRatio: optional(
      named('CommerceAspectRatio', oneOf(['16:9', '9:16', '1:1', '4:5', '2:3'], { default: '9:16' })),
    ),
    durationSeconds: optional(
      named('CommerceDuration', number({ minimum: 1, maximum: limits.commerceSecondsMax, default: 8, examples: [8] })),
    ),
    shopDomain: optional(short('shop.example')),
    externalRef: optional(
      string({
        minLength: 1,
        maxLength: limits.externalRefCharsMax,
        description: 'cart or order of the caller: the same one and body give the same job',
        examples: ['cart-1042'],
      }),
    ),
    dryRun: optional(
      named(
        'DryRun',
        boolean({ default: false, description: 'true previews without making or spending; it needs the scope plan' }),
      ),
    ),
  }),
);

const scene = namedObject('CommerceScene', {
  prompt: text('Insert shot. Storm lantern on a table by a window.'),
  line: text('Still thinking it over, Ada?'),
  durationSeconds: number({ minimum: 0, examples: [4] }),
});

const brief = namedObject(
  'CommerceBrief',
  {
    kind: named('CommerceVideoKind', oneOf(['objection_handling', 'cross_sell'])),
    title: text('Storm lantern'),
    language: text('en-GB'),
    scenes: array(scene),
    closingCard: namedObject('ClosingCard', { title: text('Harbour Supplies'), lines: array(text('shop.example')) }),
    limitations: array(text('no voice of this deployment speaks fi: the lines are not spoken')),
  },
  { description: 'The resolved brief of the video' },
);

const payload = namedObject(
  'CommercePayload',
  {
    engine: text('service_video'),
    width: integer({ minimum: 1, examples: [768] }),
    height: integer({ minimum: 1, examples: [1366] }),
    durationSeconds: number({ minimum: 0, examples: [8] }),
    voice: nullable(text('en-gb')),
    startFrame: boolean({ description: 'whether the picture of the product can be read', examples: [false] }),
    scenes: array(scene),
  },
  { description: 'The part that the provider is asked for' },
);

const commercePreview = namedObject('CommerceVideoPreview', {
  ok: yes,
  dryRun: literal(true),
  brief,
  provider: literal('provider_b'),
  providerPayload: payload,
  requiredCredits: integer({ minimum: 0, examples: [12] }),
});

export const createCommerceVideo = declare({
  method: 'POST',
  path: '/api/v1/commerce/videos',
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
