/** Seals keys of workspaces again that are not under the master key in force. Each step may be repeated. */
import { workspaceDecider } from '../../../commands/workspace/decider.ts';
import { providerKeysOf } from '../../../commands/workspace/queries.ts';
import type { ProviderKey } from '../../../commands/workspace/state.ts';
import { workspaceStream } from '../../../commands/workspace/stream.ts';
import { idOf } from '../../kernel/event.ts';
import { START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { type OwnKeys, removeReplaced } from '../services/own-keys.ts';
import { isLost, type Resealed } from '../services/sealed-objects.ts';

export type ResealDeps = {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly commands: Pick<CommandHandler, 'read' | 'handle'>;
  readonly objects: Pick<ObjectStore, 'remove'>;
  readonly keys: Pick<OwnKeys, 'reseal'>;
};

type Kept = { readonly workspaceId: string; readonly provider: string; readonly key: ProviderKey };

/** Counts of keys in force. Faults: those of the stores; what was done before stays done. */
export const resealProviderKeys = async (deps: ResealDeps): Promise<Resealed> => {
  const told: Resealed = { resealed: 0, current: 0, lost: 0 };
  for (const workspaceId of await workspacesWithKeys(deps)) {
    const { state } = await deps.commands.read(workspaceDecider, workspaceStream(workspaceId));
    for (const [provider, key] of providerKeysOf(state)) {
      await removeReplaced(deps.objects, key);
      if (key.inForce !== null) told[await resealOne(deps, { workspaceId, provider, key })] += 1;
    }
  }
  return told;
};

const workspacesWithKeys = async ({ feed }: ResealDeps): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for await (const { events } of feed.read(START, { categories: ['workspace'] })) {
    for (const { type, stream } of events) if (type === 'ProviderKeyKept') found.add(idOf(stream));
  }
  return found;
};

const resealOne = async (
  { commands, objects, keys }: ResealDeps,
  { workspaceId, provider, key }: Kept,
): Promise<keyof Resealed> => {
  const { fingerprint, object: from } = key.inForce ?? { fingerprint: '', object: '' };
  const object = await keys.reseal(workspaceId, { provider, fingerprint }, from).catch((error: unknown) => {
    if (isLost(error)) return null;
    throw error;
  });
  if (object === undefined) return 'current';
  if (object === null) return 'lost';
  const command = { type: 'ResealProviderKey', provider, from, object } as const;
  const context = { workspaceId, actor: 'tool:reseal', correlationId: object };
  const { state } = await commands.handle(workspaceDecider, workspaceStream(workspaceId), command, context);
  const now = providerKeysOf(state).get(provider);
  // The workspace has changed its key meanwhile.
  if (now?.inForce?.object !== object) await objects.remove(object);
  await removeReplaced(objects, now);
  return 'resealed';
};
