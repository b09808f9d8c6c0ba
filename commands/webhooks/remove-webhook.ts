import { webhookRemoved } from '../../events/webhooks.ts';
import { accept } from '../../src/kernel/decider.ts';
import { webhookIn, type WebhooksState } from './state.ts';

/** Nothing more is sent there. One that is not there was removed before. */
export type RemoveWebhook = { readonly type: 'RemoveWebhook'; readonly webhookId: string };

export const removeWebhook = ({ webhookId }: RemoveWebhook, state: WebhooksState) => {
  const webhook = webhookIn(state, webhookId);
  return webhook === undefined ? accept() : accept(webhookRemoved({ webhookId, replaced: webhook.object }));
};
