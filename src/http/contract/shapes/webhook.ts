/** Webhooks of a workspace. */
import { limits } from '../../../kernel/limits.ts';
import { repeatedIn } from '../../../kernel/repeated-in.ts';
import { array, named, namedObject, nullable, oneOf, optional, type Static, string } from '../../../kernel/shape.ts';
import { webhookEvents } from '../../../kernel/webhook-events.ts';
import type { BodyRule } from '../operation.ts';
import { idOf, nameOf, text, time, yes } from './common.ts';

const events = array(named('WebhookEvent', oneOf(webhookEvents)), {
  minItems: 1,
  maxItems: webhookEvents.length,
  examples: [['job.completed']],
});

export const webhookRequest = namedObject('WebhookRequest', {
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
export const eachEventOnce: BodyRule<Static<typeof webhookRequest>> = {
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

export const oneWebhook = namedObject('WebhookAnswer', { ok: yes, webhook });
export const webhookList = namedObject('WebhookList', { ok: yes, webhooks: array(webhook) });
export const webhookRemoved = namedObject('WebhookRemoved', { ok: yes, webhookId: idOf('whk') });

export const webhookWithSecret = namedObject('WebhookWithSecret', {
  ok: yes,
  webhook,
  secret: string({
    description: 'signs each delivery; it is in this answer alone',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
});
