import { onEvent } from '../../src/kernel/handlers.ts';
import type { WebhooksEvent } from '../../events/webhooks.ts';
import type { Webhook, WebhooksState } from './state.ts';

export const evolve = onEvent<WebhooksEvent, WebhooksState>({
  WebhookCreated: ({ webhooks }, webhook) => ({ webhooks: [...webhooks, { ...webhook, beforeUntil: null }] }),
  WebhookRotated: (state, { webhookId, object, beforeUntil }) => changed(state, webhookId, { object, beforeUntil }),
  WebhookResealed: (state, { webhookId, object }) => changed(state, webhookId, { object }),
  WebhookRemoved: ({ webhooks }, { webhookId }) => ({
    webhooks: webhooks.filter((webhook) => webhook.webhookId !== webhookId),
  }),
  WebhooksPeriodClosed: (_, { webhooks }) => ({ webhooks }),
});

const changed = ({ webhooks }: WebhooksState, webhookId: string, change: Partial<Webhook>): WebhooksState => ({
  webhooks: webhooks.map((webhook) => (webhook.webhookId === webhookId ? { ...webhook, ...change } : webhook)),
});
