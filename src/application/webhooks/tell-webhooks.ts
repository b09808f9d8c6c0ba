/**
 * News of an event become one delivery to each webhook that wants them. An event may come again: the id of a delivery
 * follows from event and webhook, so it is requested once. Open work makes all of its attempts.
 */
import { type Webhook, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { idFromContent } from '../../kernel/ids.ts';
import type { DeliveryAttempts } from '../deliveries/create-delivery-attempts.ts';
import { nowText, type Services, type SystemContext } from '../services/services.ts';
import { dataOfNews, kindOfNews, type NewsEvent } from './news-of.ts';
import { requestNotice } from './request-notice.ts';

export type TellDeps = Pick<Services, 'commands' | 'clock'> & { readonly deliveries: DeliveryAttempts };

/** Faults: those of the stores; all that was done may be repeated. */
export const createTellWebhooks =
  (deps: TellDeps) =>
  async (event: NewsEvent, context: SystemContext): Promise<void> => {
    const type = kindOfNews(event);
    const { at } = event.metadata;
    const wanting = type === undefined ? [] : (await webhooksOf(deps, context)).filter(wants(type, at));
    if (type === undefined || wanting.length === 0) return;
    const data = await dataOfNews(deps, event);
    if (data === undefined) return;
    const notice = { type, timestamp: at, data: { workspaceId: context.workspaceId, ...data } };
    const tell = async (webhook: Webhook): Promise<void> => {
      const deliveryId = idFromContent('dlv', event.id, webhook.webhookId);
      const to = { webhook, deliveryId, eventId: event.id, requestedAt: nowText(deps.clock) };
      await requestNotice(deps.deliveries, notice, to, context);
    };
    await Promise.all(wanting.map(tell));
  };

/** A webhook gets nothing of a time before it. */
const wants =
  (type: string, at: string) =>
  ({ events, createdAt }: Webhook): boolean =>
    events.some((event) => event === type) && createdAt <= at;

const webhooksOf = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId }: SystemContext,
): Promise<readonly Webhook[]> => {
  const { state } = await commands.read(webhooksDecider, webhooksStream(workspaceId));
  if (state.webhooks.length === 0) return [];
  const { state: workspace } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  return workspace.status === 'active' ? state.webhooks : [];
};
