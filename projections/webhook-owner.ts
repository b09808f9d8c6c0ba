/**
 * Read model `webhook-owner`: one document per webhook, until it is removed. A reader knows the id alone, so the id
 * is the owner of its document.
 */
import { idOf, type RecordedEvent } from '../src/kernel/event.ts';
import { ofEvent, onEvent } from '../src/kernel/handlers.ts';
import type { WebhooksEvent } from '../events/webhooks.ts';
import { defineProjection, NONE } from './common/define.ts';

/** The workspace of a webhook: its id alone names no stream. */
type WebhookOwnerDocument = { readonly workspaceId: string };

export const webhookOwnerProjection = defineProjection<WebhookOwnerDocument, WebhooksEvent>({
  name: 'webhook-owner',
  version: 1,
  indexes: {},
  categories: ['webhooks'],
  touches: ofEvent<WebhooksEvent, readonly string[]>({
    WebhookCreated: ({ webhookId }) => [webhookId],
    WebhookRemoved: ({ webhookId }) => [webhookId],
    WebhookRotated: () => NONE,
    WebhookResealed: () => NONE,
    WebhooksClosed: () => NONE,
    WebhooksPeriodClosed: () => NONE,
  }),
  owner: (_, webhookId) => webhookId,
  evolve: onEvent<RecordedEvent<WebhooksEvent>, WebhookOwnerDocument | undefined>({
    WebhookCreated: (_document, _data, { stream }) => ({ workspaceId: idOf(stream) }),
    WebhookRemoved: () => undefined,
    WebhookRotated: (document) => document,
    WebhookResealed: (document) => document,
    WebhooksClosed: (document) => document,
    WebhooksPeriodClosed: (document) => document,
  }),
});
