import type { EventOf } from '../../src/kernel/event.ts';
import type { webhooksPeriodClosed } from '../../events/webhooks.ts';

/** `object`: its sealed address and secrets. `beforeUntil`: when the secret before ends; null without one. */
export type Webhook = Readonly<EventOf<typeof webhooksPeriodClosed>['data']['webhooks'][number]>;

/** The webhooks of a workspace, in the order of their creation. */
export type WebhooksState = {
  readonly webhooks: readonly Webhook[];
  /** The workspace has ended. */
  readonly closed: boolean;
};

export const initial: WebhooksState = { webhooks: [], closed: false };

export const webhookIn = ({ webhooks }: Pick<WebhooksState, 'webhooks'>, webhookId: string): Webhook | undefined =>
  webhooks.find((webhook) => webhook.webhookId === webhookId);
