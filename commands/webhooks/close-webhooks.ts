import { type WebhooksEvent, webhookRemoved, webhooksClosed } from '../../events/webhooks.ts';
import { accept } from '../../src/kernel/decider.ts';
import type { WebhooksState } from './state.ts';

/** The workspace ends: its webhooks are removed, and it gets no other. */
export type CloseWebhooks = { readonly type: 'CloseWebhooks' };

export const closeWebhooks = (_: CloseWebhooks, { webhooks, closed }: WebhooksState) => {
  if (closed) return accept();
  const removed = webhooks.map(({ webhookId, object }) => webhookRemoved({ webhookId, replaced: object }));
  return accept<WebhooksEvent>(...removed, webhooksClosed({}));
};
