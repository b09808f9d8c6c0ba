/** Seals secrets of workspaces again that are not under the master key in force. Each step may be repeated. */
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { providerKeysOf } from '../../../commands/workspace/state.ts';
import { idOf } from '../../kernel/event.ts';
import { START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import { createOwnKeys, type OwnKeysDeps, removeReplaced } from './own-keys.ts';
import { isLost, type SealedObjects } from './sealed-objects.ts';
import { createWebhookSeals } from './webhook-secrets.ts';

type Deps = OwnKeysDeps & {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly commands: Pick<CommandHandler, 'read' | 'handle'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
};

/** Counts of secrets in force; `lost` ones do not open. */
export type Resealed = { resealed: number; current: number; lost: number };

/** A secret in force. `replace` puts another object in its place; false where the secret has changed meanwhile. */
type InForce<N> = {
  readonly named: N;
  readonly object: string;
  readonly replace: (object: string, context: CommandContext) => Promise<boolean>;
};

/** Faults: those of the stores; what was done before stays done. */
export const resealProviderKeys = async (deps: Deps): Promise<Resealed> => {
  const { commands, objects } = deps;
  return resealAll(deps, createOwnKeys(deps), ['workspace', 'ProviderKeyKept'], async (workspaceId) => {
    const stream = workspaceStream(workspaceId);
    const keys = providerKeysOf((await commands.read(workspaceDecider, stream)).state);
    for (const key of keys.values()) await removeReplaced(objects, key);
    return [...keys].flatMap(([provider, { inForce }]) => {
      if (inForce === null) return [];
      const { fingerprint, object: from } = inForce;
      const replace: InForce<unknown>['replace'] = async (object, context) => {
        const command = { type: 'ResealProviderKey', provider, from, object } as const;
        const now = providerKeysOf((await commands.handle(workspaceDecider, stream, command, context)).state);
        await removeReplaced(objects, now.get(provider));
        return now.get(provider)?.inForce?.object === object;
      };
      return [{ named: { provider, fingerprint }, object: from, replace }];
    });
  });
};

/** The object before is removed behind the event. Faults as above. */
export const resealWebhooks = async (deps: Deps): Promise<Resealed> => {
  const { commands } = deps;
  return resealAll(deps, createWebhookSeals(deps), ['webhooks', 'WebhookCreated'], async (workspaceId) => {
    const stream = webhooksStream(workspaceId);
    const { webhooks } = (await commands.read(webhooksDecider, stream)).state;
    return webhooks.map(({ webhookId, object: from }) => ({
      named: webhookId,
      object: from,
      replace: async (object, context) => {
        const command = { type: 'ResealWebhook', webhookId, from, object } as const;
        const { state } = await commands.handle(webhooksDecider, stream, command, context);
        return webhookIn(state, webhookId)?.object === object;
      },
    }));
  });
};

/** Of each workspace whose stream of the category has an event of the type. */
const resealAll = async <N>(
  deps: Deps,
  seals: Pick<SealedObjects<N>, 'reseal'>,
  [category, type]: readonly [category: string, type: string],
  inForceIn: (workspaceId: string) => Promise<readonly InForce<N>[]>,
): Promise<Resealed> => {
  const found = new Set<string>();
  for await (const { events } of deps.feed.read(START, { categories: [category] })) {
    for (const event of events) if (event.type === type) found.add(idOf(event.stream));
  }
  const told: Resealed = { resealed: 0, current: 0, lost: 0 };
  for (const workspaceId of found) {
    for (const secret of await inForceIn(workspaceId)) told[await resealOne(deps, seals, workspaceId, secret)] += 1;
  }
  return told;
};

const resealOne = async <N>(
  { objects }: Deps,
  seals: Pick<SealedObjects<N>, 'reseal'>,
  workspaceId: string,
  { named, object: from, replace }: InForce<N>,
): Promise<keyof Resealed> => {
  const object = await seals.reseal(workspaceId, named, from).catch((error: unknown) => {
    if (isLost(error)) return null;
    throw error;
  });
  if (object === undefined) return 'current';
  if (object === null) return 'lost';
  const context = { workspaceId, actor: 'tool:reseal', correlationId: object };
  if (!(await replace(object, context))) await objects.remove(object);
  return 'resealed';
};
