import { webhookRotated } from '../../events/webhooks.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import { webhookIn, type WebhooksState } from './state.ts';

/** Another secret is in force, sealed in `object`. Beside it the one of the object `from` stays valid for a while. */
export type RotateWebhook = {
  readonly type: 'RotateWebhook';
  readonly webhookId: string;
  readonly from: string;
  readonly object: string;
  readonly now: string;
};

export const rotateWebhook = ({ webhookId, from, object, now }: RotateWebhook, state: WebhooksState) => {
  const webhook = webhookIn(state, webhookId);
  if (webhook === undefined) return refuse('webhook_unknown');
  if (webhook.object === object) return accept();
  if (webhook.object !== from) return refuse('webhook_changed');
  const beforeUntil = addMs(now, limits.webhookSecretOverlapMs);
  return accept(webhookRotated({ webhookId, object, replaced: from, beforeUntil }));
};
