/** The events of the webhooks of a workspace. Addresses and secrets are sealed in an object that they name. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, nullable, object, oneOf, string } from '../src/kernel/shape.ts';
import { webhookEvents } from '../src/kernel/webhook-events.ts';
import { id, nullableTime, sealed, time } from './common.ts';

const event = eventsOf('webhooks');

const about = {
  webhookId: id,
  /** Of the address: its path and its query may be a secret. Null for one that is too long. */
  host: nullable(string({ maxLength: limits.hostNameCharsMax })),
  events: array(oneOf(webhookEvents), { minItems: 1, maxItems: webhookEvents.length }),
  description: nullable(string({ maxLength: limits.webhookDescriptionCharsMax })),
  createdAt: time,
  object: sealed,
} as const;

/** News of these kinds go to an address of the workspace from here on. */
export const webhookCreated = event('WebhookCreated', about);

/** Another secret is in force. The one before is valid beside it until `beforeUntil`; any older one is not. */
export const webhookRotated = event('WebhookRotated', {
  webhookId: id,
  object: sealed,
  replaced: sealed,
  beforeUntil: time,
});

/** The same address and secrets are in another object: sealed again. */
export const webhookResealed = event('WebhookResealed', { webhookId: id, object: sealed, replaced: sealed });

/** Nothing is sent there from here on. */
export const webhookRemoved = event('WebhookRemoved', { webhookId: id, replaced: sealed });

/** The workspace ends: no webhook is created from here on. Absent from older logs. */
export const webhooksClosed = event('WebhooksClosed', {});

/** All webhooks of the workspace: a cold start reads back to the last one of these. */
export const webhooksPeriodClosed = event('WebhooksPeriodClosed', {
  webhooks: array(object({ ...about, beforeUntil: nullableTime }), { maxItems: limits.webhooksPerWorkspaceMax }),
});

export const webhooksEvents = [
  webhookCreated,
  webhookRotated,
  webhookResealed,
  webhookRemoved,
  webhooksClosed,
  webhooksPeriodClosed,
] as const;
export type WebhooksEvent = EventOf<(typeof webhooksEvents)[number]>;
