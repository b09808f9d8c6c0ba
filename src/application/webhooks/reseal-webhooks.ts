/** Seals secrets of webhooks again that are not under the master key in force. Each step may be repeated. */
import { webhooksDecider } from '../../../commands/webhooks/decider.ts';
import { type Webhook, webhookIn } from '../../../commands/webhooks/state.ts';
import { idOf } from '../../kernel/event.ts';
import { START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { isLost, type Resealed } from '../services/sealed-objects.ts';
import type { WebhookSeals } from './webhook-seals.ts';

export type ResealWebhooksDeps = {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly commands: Pick<CommandHandler, 'read' | 'handle'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
  readonly seals: Pick<WebhookSeals, 'reseal'>;
};

/** Counts of webhooks. Faults: those of the stores; what was done before stays done. */
export const resealWebhooks = async (deps: ResealWebhooksDeps): Promise<Resealed> => {
  const told: Resealed = { resealed: 0, current: 0, lost: 0 };
  for (const stream of await streamsIn(deps)) {
    const { state } = await deps.commands.read(webhooksDecider, stream);
    for (const webhook of state.webhooks) told[await resealOne(deps, stream, webhook)] += 1;
  }
  return told;
};

const streamsIn = async ({ feed }: ResealWebhooksDeps): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for await (const { events } of feed.read(START, { categories: ['webhooks'] })) {
    for (const { stream } of events) found.add(stream);
  }
  return found;
};

const resealOne = async (
  { commands, objects, seals }: ResealWebhooksDeps,
  stream: string,
  { webhookId, object: from }: Webhook,
): Promise<keyof Resealed> => {
  const workspaceId = idOf(stream);
  const object = await seals.reseal(workspaceId, webhookId, from).catch((error: unknown) => {
    if (isLost(error)) return null;
    throw error;
  });
  if (object === undefined) return 'current';
  if (object === null) return 'lost';
  const command = { type: 'ResealWebhook', webhookId, from, object } as const;
  const context = { workspaceId, actor: 'tool:reseal', correlationId: object };
  const { state } = await commands.handle(webhooksDecider, stream, command, context);
  // Its owner has rotated or removed it meanwhile. The object before is removed behind the event.
  if (webhookIn(state, webhookId)?.object !== object) await objects.remove(object);
  return 'resealed';
};
