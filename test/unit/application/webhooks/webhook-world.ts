/** A workspace of ann with webhooks, in a world in memory; each call that would leave is kept. */
import type { ExecutionContext } from 'ava';
import { deliveryStream } from '../../../../commands/delivery/decider.ts';
import type { deliveryGivenUp } from '../../../../events/delivery.ts';
import { ledgerStream } from '../../../../commands/ledger/decider.ts';
import { createDeliveryAttempts } from '../../../../src/application/deliveries/create-delivery-attempts.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { createCreateWebhook } from '../../../../src/application/webhooks/change-webhooks.ts';
import { createTellWebhooks, type NewsEvent } from '../../../../src/application/webhooks/tell-webhooks.ts';
import { type EventOf, idOf } from '../../../../src/kernel/event.ts';
import { type WebhookEvent, webhookEvents } from '../../../../src/kernel/webhook-events.ts';
import type { OutboundCall } from '../../../../src/ports/outbound.ts';
import { answered } from '../../../support/application/answered.ts';
import { type Hosts, hostsOf } from '../../../support/application/hosts.ts';
import { givenWorld } from '../../../support/application/world.ts';

export const HOOK = 'https://hooks.test/news?key=unlisted';
export const OTHER = 'https://other.test/news';

export type Created = { readonly webhook: { readonly id: string }; readonly secret: string };

export const bodyIn = (call: OutboundCall | undefined) =>
  JSON.parse(Buffer.from(call?.body ?? new Uint8Array()).toString() || '{}') as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };

export const idIn = (call: OutboundCall | undefined): string => String(call?.headers?.['webhook-id']);

export const givenWebhooks = async (t: ExecutionContext, hosts: Hosts) => {
  const outbound = hostsOf(hosts);
  const { world, process, ground, ann } = await givenWorld(t, { outbound });
  const { workspaceId } = ann;
  const context = systemContext(workspaceId, 'news', 'c1');
  const deliveries = createDeliveryAttempts(ground);
  const create = async (url = HOOK, events: readonly WebhookEvent[] = webhookEvents): Promise<Created> =>
    (await answered(createCreateWebhook(ground)(ann, { url, events }))) as unknown as Created;
  const at = (): string => new Date(world.time.clock.now()).toISOString();
  const eventOf = (stream: string, type: string, data: unknown, id: string): NewsEvent =>
    ({ stream, revision: 0, id, type, data, metadata: { workspaceId, at: at() } }) as unknown as NewsEvent;
  const creditsLow = (id = 'event-1', owner = workspaceId): NewsEvent =>
    eventOf(ledgerStream(owner), 'CreditsLow', { threshold: 50, available: 49 }, id);
  const givenUp = (deliveryId: string, data: Partial<EventOf<typeof deliveryGivenUp>['data']> = {}): NewsEvent => {
    const usual = { index: 0, attempts: 10, status: 'failed', code: 'status_not_2xx', statusCode: 410 };
    return eventOf(deliveryStream(deliveryId), 'DeliveryGivenUp', { ...usual, ...data }, `given-up-${deliveryId}`);
  };
  const tell = createTellWebhooks({ ...ground, deliveries });
  const eventsOf = async (type: string) => (await world.events()).filter((event) => event.type === type);
  /** The first attempts of all requested deliveries, as open work makes them. */
  const send = async (): Promise<void> => {
    for (const { stream } of await eventsOf('DeliveryRequested')) {
      const delivery = { workspaceId, id: idOf(stream) };
      await deliveries.attemptNext(delivery, { index: 0, round: 0 }, context);
    }
  };
  const tellAndSend = async (event: NewsEvent, within = context): Promise<void> => {
    await tell(event, within);
    await send();
  };
  return {
    world,
    process,
    ground,
    ann,
    context,
    calls: outbound.calls,
    hosts,
    deliveries,
    create,
    creditsLow,
    givenUp,
    tell: tellAndSend,
    send,
    eventsOf,
  };
};
