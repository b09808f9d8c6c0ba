import { onEvent } from '../../src/kernel/handlers.ts';
import type { WebhooksEvent } from '../../events/webhooks.ts';
import type { Webhook, WebhooksState } from './state.ts';

export const evolve = onEvent<WebhooksEvent, WebhooksState>({
  WebhookCreated: (state, webhook) => ({ ...state, webhooks: [...state.webhooks, { ...webhook, beforeUntil: null }] }),
  WebhookRotated: (state, { webhookId, object, beforeUntil }) => changed(state, webhookId, { object, beforeUntil }),
  WebhookResealed: (state, { webhookId, object }) => changed(state, webhookId, { object }),
  WebhookRemoved: (state, { webhookId }) => ({
    ...state,
    webhooks: state.webhooks.filter((webhook) => webhook.webhookId !== webhookId),
  }),
  WebhooksClosed: (state) => ({ ...state, closed: true }),
  WebhooksPeriodClosed: (_, { webhooks }) => ({ webhooks, closed: false }),
});

const changed = (state: WebhooksState, webhookId: string, change: Partial<Webhook>): WebhooksState => ({
  ...state,
  webhooks: state.webhooks.map((webhook) => (webhook.webhookId === webhookId ? { ...webhook, ...change } : webhook)),
});
