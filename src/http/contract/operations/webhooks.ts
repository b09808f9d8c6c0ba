/** Webhooks of a workspace. */
import { limits } from '../../../kernel/limits.ts';
import { repeatedIn } from '../../../kernel/repeated-in.ts';
import { array, named, namedObject, nullable, oneOf, optional, type Static, string } from '../../../kernel/shape.ts';
import { webhookEvents } from '../../../kernel/webhook-events.ts';
import { type BodyRule, declaring, linkTo } from '../operation.ts';
import { idOf, nameOf, text, time, yes } from '../shapes/common.ts';
import { deliveryAnswer } from '../shapes/delivery.ts';

const declare = declaring('webhooks');

const events = array(named('WebhookEvent', oneOf(webhookEvents)), {
  minItems: 1,
  maxItems: webhookEvents.length,
  examples: [['job.completed']],
});

const webhookRequest = namedObject('WebhookRequest', {
  url: string({
    format: 'uri',
    maxLength: limits.urlCharsMax,
    pattern: '^https://',
    description: 'an https address on a public host; never shown again',
    examples: ['https://hooks.example/production'],
  }),
  events,
  description: optional(nameOf(limits.webhookDescriptionCharsMax)),
});

/** A kind that is named twice would be a mistake of its caller. */
const eachEventOnce: BodyRule<Static<typeof webhookRequest>> = {
  of: ['events'],
  flaws: ({ events: asked }) =>
    repeatedIn(asked).map((index) => ({ pointer: `/events/${index}`, message: 'is there before' })),
};

const webhook = namedObject('Webhook', {
  id: idOf('whk'),
  host: nullable(text('hooks.example')),
  events,
  description: nullable(text('The render farm')),
  createdAt: time,
  previousSecretUntil: nullable(
    string({ ...time, description: 'until then the secret before the last rotation signs, too' }),
  ),
});

const oneWebhook = namedObject('WebhookAnswer', { ok: yes, webhook });
const webhookList = namedObject('WebhookList', { ok: yes, webhooks: array(webhook) });
const webhookRemoved = namedObject('WebhookRemoved', { ok: yes, webhookId: idOf('whk') });

const webhookWithSecret = namedObject('WebhookWithSecret', {
  ok: yes,
  webhook,
  secret: string({
    description: 'signs each delivery; it is in this answer alone',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
});

const PATH = '/api/v1/webhooks';
const ONE = `${PATH}/{webhookId}`;

const ofAnswer = { webhookId: '$response.body#/webhook/id' };
const ofPath = { webhookId: '$request.path.webhookId' };

export const createWebhook = declare({
  extension: true,
  method: 'POST',
  path: PATH,
  summary: 'Have news of the workspace sent to an address',
  description:
    'For owners. Each piece of news is a POST of `{type, timestamp, data}` with ids and states; ask for the rest. ' +
    '`job.completed`: a job of any kind has ended, `data.status` says how. `job.human_review`: a frame waits for a ' +
    'person. `credits.low`: the available credits fell below a threshold of the workspace. `delivery.failed`: a ' +
    'delivery has no further attempt; never about news of this kind. It is signed and repeated as any delivery: see ' +
    '`deliverVideo`. News come at least once, and a duplicate has the same `webhook-id`. The secret is ' +
    'in this answer alone, so no Idempotency-Key is taken: remove a webhook whose answer was lost.',
  authority: 'Mutate',
  body: webhookRequest,
  rules: [eachEventOnce],
  answers: { 201: webhookWithSecret },
  links: {
    201: {
      read: linkTo('getWebhook', ofAnswer),
      ping: linkTo('pingWebhook', ofAnswer),
      rotate: linkTo('rotateWebhook', ofAnswer),
      remove: linkTo('removeWebhook', ofAnswer),
    },
  },
  errors: ['too_many_webhooks'],
});

export const listWebhooks = declare({
  extension: true,
  method: 'GET',
  path: PATH,
  summary: 'The webhooks of the workspace',
  description: 'For owners. All of them, in the order of their creation. Addresses and secrets are never shown.',
  authority: 'Read',
  answers: { 200: webhookList },
  entityTag: false,
});

export const getWebhook = declare({
  extension: true,
  method: 'GET',
  path: ONE,
  summary: 'A webhook of the workspace',
  description: 'For owners. Its address and its secrets are never shown.',
  authority: 'Read',
  answers: { 200: oneWebhook },
  entityTag: false,
});

export const removeWebhook = declare({
  extension: true,
  method: 'DELETE',
  path: ONE,
  summary: 'Send nothing more to a webhook',
  description:
    'For owners. Its sealed address and secrets are deleted. Deliveries that are under way end with ' +
    '`webhook_removed` at their next attempt, and no byte is sent.',
  authority: 'Mutate',
  answers: { 200: webhookRemoved },
});

export const rotateWebhook = declare({
  extension: true,
  method: 'POST',
  path: `${ONE}/rotate`,
  summary: 'Give a webhook another secret',
  description:
    'For owners. The secret is in this answer alone. For 24 hours the one before is valid, too: each attempt then ' +
    'has a signature by each, the newer first. A rotation within these hours ends the oldest at once.',
  authority: 'Mutate',
  answers: { 200: webhookWithSecret },
  links: { 200: { ping: linkTo('pingWebhook', ofPath) } },
  errors: ['content_lost'],
});

export const pingWebhook = declare({
  extension: true,
  method: 'POST',
  path: `${ONE}/ping`,
  summary: 'Try a webhook',
  description:
    'For owners. Sends `webhook.ping` as a delivery of its own, and answers the outcome of the first attempt. One ' +
    'that failed is repeated as any other.',
  authority: 'Mutate',
  answers: { 200: deliveryAnswer },
  links: { 200: { log: linkTo('getDelivery', { deliveryId: '$response.body#/deliveryId' }) } },
});
