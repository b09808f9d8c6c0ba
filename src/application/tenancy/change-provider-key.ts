/** A workspace brings its own key at a provider, and takes it away. The key is sealed before the log names it. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { providerKeysOf, type WorkspaceState } from '../../../commands/workspace/state.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { type Caller, contextOf, namedWorkspace } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { removeReplaced } from '../services/own-keys.ts';
import { naming } from '../services/sealed-objects.ts';
import type { Services } from '../services/services.ts';

type Deps = Pick<Services, 'commands' | 'own'> & { readonly objects: Pick<ObjectStore, 'remove'> };

/** A provider of a workspace. */
type Place = { readonly workspaceId: string; readonly provider: string };

const forbidden = refused('workspace_forbidden');

/** Refusals: workspace_forbidden (the caller is no member), provider_not_configured. */
export const createPutProviderKey =
  ({ commands, own, objects }: Deps) =>
  async (caller: Caller, { workspaceId, provider }: Place, key: string): Promise<Result<Body>> => {
    const stream = workspaceStream(workspaceId);
    const { state, role } = await namedWorkspace({ commands }, caller, workspaceId);
    if (role === undefined) return forbidden;
    if (own?.providers.has(provider) !== true) {
      return refused('provider_not_configured', `${provider} is not configured on this deployment`);
    }
    await removeReplaced(objects, keyIn(state, provider));
    const fingerprint = own.keys.fingerprint(provider, key);
    if (keyIn(state, provider)?.inForce?.fingerprint === fingerprint) return told(provider, fingerprint);
    const object = await own.keys.put(workspaceId, { provider, fingerprint }, key);
    const command = { type: 'KeepProviderKey', provider, fingerprint, object } as const;
    const context = { ...contextOf(caller), workspaceId };
    const outcome = await naming(objects, object, async () =>
      commands.handle(workspaceDecider, stream, command, context),
    );
    const kept = keyIn(outcome.state, provider);
    // Another call has kept the same key meanwhile, or the workspace is gone.
    if (kept?.inForce?.object !== object) await objects.remove(object);
    if (outcome.kind === 'refused') return forbidden;
    await removeReplaced(objects, kept);
    return told(provider, fingerprint);
  };

/** A key that is not there is removed already. Refusal: workspace_forbidden. */
export const createRemoveProviderKey =
  ({ commands, objects }: Deps) =>
  async (caller: Caller, { workspaceId, provider }: Place): Promise<Result<Body>> => {
    const stream = workspaceStream(workspaceId);
    const { state, role } = await namedWorkspace({ commands }, caller, workspaceId);
    if (role === undefined) return forbidden;
    // The state names the last object that was replaced: one before it would be left for ever.
    await removeReplaced(objects, keyIn(state, provider));
    const command = { type: 'RemoveProviderKey', provider } as const;
    const outcome = await commands.handle(workspaceDecider, stream, command, { ...contextOf(caller), workspaceId });
    if (outcome.kind === 'refused') return forbidden;
    await removeReplaced(objects, keyIn(outcome.state, provider));
    return told(provider, null);
  };

const keyIn = (state: WorkspaceState, provider: string) => providerKeysOf(state).get(provider);

const told = (provider: string, fingerprint: string | null): Result<Body> =>
  ok({ ok: true, providerKey: { provider, fingerprint } });
