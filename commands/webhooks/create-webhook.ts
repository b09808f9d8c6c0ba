import { webhookCreated } from '../../events/webhooks.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { webhookIn, type WebhooksState } from './state.ts';

/** Sends news of some kinds to an address from here on; `object` is its sealed form. */
export type CreateWebhook = EventOf<typeof webhookCreated>['data'] & { readonly type: 'CreateWebhook' };

export const createWebhook = (command: CreateWebhook, state: WebhooksState) => {
  const { type: _, ...webhook } = command;
  if (webhookIn(state, webhook.webhookId) !== undefined) return accept();
  if (state.closed) return refuse('webhooks_closed');
  return state.webhooks.length < limits.webhooksPerWorkspaceMax
    ? accept(webhookCreated(webhook))
    : refuse('too_many_webhooks');
};
