import { webhookResealed } from '../../events/webhooks.ts';
import { accept } from '../../src/kernel/decider.ts';
import { webhookIn, type WebhooksState } from './state.ts';

/** The same secrets in another object. Nothing where the object `from` is not in force any more. */
export type ResealWebhook = {
  readonly type: 'ResealWebhook';
  readonly webhookId: string;
  readonly from: string;
  readonly object: string;
};

export const resealWebhook = ({ webhookId, from, object }: ResealWebhook, state: WebhooksState) =>
  webhookIn(state, webhookId)?.object !== from || from === object
    ? accept()
    : accept(webhookResealed({ webhookId, object, replaced: from }));
