import { limits } from '../../../kernel/limits.ts';
import { object } from '../../../kernel/shape.ts';
import { declaring, linkTo, nextPage } from '../operation.ts';
import { pageQuery } from '../shapes/common.ts';
import {
  deliveryAnswer,
  deliveryFilter,
  deliveryLog,
  deliveryPage,
  deliveryRequest,
  membersOfType,
} from '../shapes/delivery.ts';

const declare = declaring('delivery');

export const deliverVideo = declare({
  method: 'POST',
  path: '/api/v1/delivery',
  summary: 'Send a finished video to destinations',
  description:
    'Each webhook gets one POST within the request: a JSON body `{id, type, createdAt, video, meta}` of type ' +
    '`video.delivered`. Its id is also in the header `webhook-id`. With a secret, `X-SERVICE-Signature: ' +
    't=<unix seconds>,v1=<hex>` is the HMAC-SHA256 of `id.t.body` under it. `webhook-timestamp` and ' +
    '`webhook-signature` follow Standard Webhooks: behind `whsec_` a secret is a key in base64, else its own bytes. ' +
    'Targets are https on public hosts; any other is `blocked`, and no byte is sent to it. Redirects are not ' +
    'followed. A failed attempt is `retrying`: it is repeated ' +
    'over a day, up to 17 times, under the same id with a new timestamp. A receiver that answers 410 is left alone. ' +
    'A repeat may come twice: drop the ids that you have. Deliveries to one address come in their order. ' +
    'One behind an earlier one that has not ended is `retrying` with code `waits_for_earlier`, without an attempt. ' +
    'An email has the title and the link, ' +
    'under the same Message-ID at each attempt; a message refused for good is `failed` at once. Cloud drives are ' +
    '`unsupported`, and so is email where no mail server is configured. ' +
    'Takes no Idempotency-Key: each call sends anew. Spends nothing.',
  authority: 'Mutate',
  flag: 'UNIVERSAL_DELIVERY_ENABLED',
  body: deliveryRequest,
  rules: [membersOfType],
  answers: { 200: deliveryAnswer },
  links: { 200: { log: linkTo('getDelivery', { deliveryId: '$response.body#/deliveryId' }) } },
});

export const listDeliveries = declare({
  method: 'GET',
  path: '/api/v1/deliveries',
  summary: 'Deliveries of the workspace with their attempts, newest first',
  description:
    'Each has its destinations and all their attempts, as its own log. A filter lists the deliveries of which ' +
    'one destination meets all its conditions; a page may then be short. Pages follow `nextCursor`.',
  authority: 'Read',
  query: object({ ...deliveryFilter, ...pageQuery(limits.pageSizeMax) }),
  answers: { 200: deliveryPage },
  links: { 200: { next: nextPage('listDeliveries') } },
  extension: true,
});

export const getDelivery = declare({
  method: 'GET',
  path: '/api/v1/deliveries/{deliveryId}',
  summary: 'The log of a delivery',
  description:
    'The attempts for each destination, with the status codes of the answers. `pending`: the attempt is under ' +
    'way, or waits for an earlier delivery to the same address. ' +
    '`retrying`: another one follows at `nextAttemptAt`. Addresses, secrets and bodies are kept sealed for three ' +
    'days after the last attempt, and are never shown.',
  authority: 'Read',
  answers: { 200: deliveryLog },
  entityTag: false,
  extension: true,
});

export const redeliver = declare({
  method: 'POST',
  path: '/api/v1/deliveries/{deliveryId}/redeliver',
  summary: 'Send a delivery again',
  description:
    'Each destination that has not taken the delivery, and gets no further attempt by itself, is sent to at once ' +
    'under the same id. Later repeats follow as before. Up to five times, and within three days of the last attempt.',
  authority: 'Mutate',
  flag: 'UNIVERSAL_DELIVERY_ENABLED',
  answers: { 200: deliveryAnswer },
  errors: ['delivery_not_repeatable'],
  extension: true,
});
