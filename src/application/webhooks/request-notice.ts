/** A delivery to one webhook is sealed, kept and written down. */
import type { RequestDelivery } from '../../../commands/delivery/decider.ts';
import type { Webhook } from '../../../commands/webhooks.ts';
import type { NoticeType } from '../../kernel/webhook-events.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { assert } from '../../kernel/faults.ts';
import type { DeliveryAttempts } from '../deliveries/create-delivery-attempts.ts';
import type { SystemContext } from '../services/services.ts';

/** The body of a webhook, as it is sent; `timestamp`: of the event that it tells of. */
export type Notice = {
  readonly type: NoticeType;
  readonly timestamp: string;
  /** Ids, states and counts: a receiver asks for the rest. */
  readonly data: Readonly<Record<string, unknown>>;
};

export type NoticeTo = {
  readonly webhook: Webhook;
  readonly deliveryId: string;
  readonly eventId: string | null;
  readonly requestedAt: string;
};

/** Repeated under one id, it changes nothing. */
export const requestNotice = async (
  attempts: DeliveryAttempts,
  notice: Notice,
  { webhook: { webhookId, host }, deliveryId: id, eventId, requestedAt }: NoticeTo,
  context: SystemContext,
): Promise<void> => {
  const { workspaceId } = context;
  const delivery = { workspaceId, id };
  if ((await attempts.stateOf(delivery)).request !== null) return;
  await attempts.keep(delivery, { body: JSON.stringify(notice), destinations: [{ webhookId }] });
  const command = {
    type: 'RequestDelivery',
    workspaceId,
    // A ping is attempted within its call, and waits for no other delivery.
    destinations: [
      { type: 'webhook', host, signed: true, ...(eventId !== null && { lane: laneOfWebhook(webhookId) }) },
    ],
    requestedAt,
    ...(eventId !== null && { later: true }),
    notice: { webhookId, type: notice.type, eventId },
  } satisfies RequestDelivery;
  const requested = await attempts.handle(delivery, command, context);
  assert(requested.kind !== 'refused', 'a new delivery takes its request');
};

/** News to one webhook keep their order. */
const laneOfWebhook = (webhookId: string): string => contentHash(['webhook', webhookId]).slice(0, 16);
