import { limits } from '../../../kernel/limits.ts';
import { declare } from '../operation.ts';
import { deliveryAnswer, deliveryLog, deliveryRequest, memberOfType } from '../shapes/delivery.ts';

export const deliverVideo = declare({
  operationId: 'deliverVideo',
  method: 'POST',
  path: '/api/v1/delivery',
  tag: 'delivery',
  summary: 'Send a finished video to destinations',
  description:
    'Each webhook gets one POST within the request: a JSON body `{id, type, createdAt, video, meta}` of type ' +
    '`video.delivered`. Its id is also in the header `webhook-id`. With a secret, `X-SERVICE-Signature: ' +
    't=<unix seconds>,v1=<hex>` is the HMAC-SHA256 of `id.t.body` under it. `webhook-timestamp` and ' +
    '`webhook-signature` follow Standard Webhooks: behind `whsec_` a secret is a key in base64, else its own bytes. ' +
    'Targets are https on public hosts; any other is `blocked`, and no byte is sent to it. Redirects are not ' +
    'followed. A failed attempt is not repeated. Email and cloud drives are `unsupported`. ' +
    'Takes no Idempotency-Key: each call sends anew. Spends nothing.',
  authority: 'Mutate',
  flag: 'UNIVERSAL_DELIVERY_ENABLED',
  body: deliveryRequest,
  rules: Array.from({ length: limits.deliveryDestinationsMax }, (_, index) => memberOfType(index)),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: deliveryAnswer },
  links: { 200: { log: { operationId: 'getDelivery', parameters: { deliveryId: '$response.body#/deliveryId' } } } },
  errors: [],
});

export const getDelivery = declare({
  operationId: 'getDelivery',
  method: 'GET',
  path: '/api/v1/deliveries/{deliveryId}',
  tag: 'delivery',
  summary: 'The log of a delivery',
  description:
    'The attempts for each destination, with the status codes of the answers. `pending`: the attempt is under way, ' +
    'or its process ended before the outcome was written. Addresses, secrets and bodies are not kept.',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: deliveryLog },
  errors: ['delivery_not_found', 'project_forbidden'],
  entityTag: false,
  extension: true,
});
