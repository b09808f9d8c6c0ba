/**
 * Engines of providers under the keys that workspaces bring. Each key has an engine of its own, with a breaker and a
 * pace: the failures and limits of one key are not those of another. The log says at each look which key is in force.
 */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { providerKeysOf } from '../../../commands/workspace/state.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger } from '../../ports/basics.ts';
import type { Engine } from '../../ports/engine.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import type { OwnKeys } from './own-keys.ts';
import { isLost } from './sealed-objects.ts';
import { providerOfOwn } from '../../kernel/own-name.ts';

type OwnEngine = { readonly fingerprint: string; readonly engine: Engine };

export type OwnEngines = {
  readonly keys: OwnKeys;
  /** The configured ones: each takes keys of workspaces. */
  readonly providers: ReadonlySet<string>;
  /** All that a workspace has, by provider. Faults: those of the log and the object store. */
  of(workspaceId: string): Promise<ReadonlyMap<string, OwnEngine>>;
  /** The engines that are open in this process. */
  opened(): readonly Engine[];
};

type OwnEnginesDeps = {
  readonly commands: Pick<CommandHandler, 'read'>;
  readonly keys: OwnKeys;
  /** By provider: its engine under a key. */
  readonly under: ReadonlyMap<string, (key: string) => Engine>;
  readonly logger: Pick<Logger, 'warn'>;
};

export const createOwnEngines = ({ commands, keys, under, logger }: OwnEnginesDeps): OwnEngines => {
  const known = new Map<string, Engine>();
  const recent = createBoundedMap<string, Engine>(limits.ownEnginesMax, (name) => known.delete(name));

  const open = async (workspaceId: string, provider: string, fingerprint: string, object: string): Promise<Engine> => {
    const name = `${provider} ${fingerprint}`;
    const found = recent.get(name);
    if (found !== undefined) return found;
    const make = under.get(provider);
    if (make === undefined) throw new Fault('not_found', `${provider} is not configured`);
    try {
      const key = await keys.open(workspaceId, { provider, fingerprint }, object);
      // Another call may have opened it meanwhile: one key has one engine.
      const engine = recent.get(name) ?? make(key);
      recent.set(name, engine);
      known.set(name, engine);
      return engine;
    } catch (err) {
      if (!isLost(err)) throw err;
      logger.warn({ workspaceId, provider, fingerprint, err }, 'the key of a workspace does not open');
      return unopened(make(''));
    }
  };

  return Object.freeze({
    keys,
    providers: new Set(under.keys()),
    opened: () => [...known.values()],
    of: async (workspaceId: string) => {
      const { state } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
      const found = new Map<string, OwnEngine>();
      for (const [provider, { inForce }] of providerKeysOf(state)) {
        if (inForce === null || !under.has(provider)) continue;
        const { fingerprint, object } = inForce;
        found.set(provider, { fingerprint, engine: await open(workspaceId, provider, fingerprint, object) });
      }
      return found;
    },
  });
};

/** The workspace wants its own key to be used, and no other one takes its place. */
const unopened = ({ name, version, makes, voices, limitations, deadlineMs, inFlightMax }: Engine): Engine => ({
  name,
  version,
  makes,
  ...(voices === undefined ? {} : { voices }),
  limitations,
  deadlineMs,
  inFlightMax,
  repeat: 'never',
  perform: async () => Promise.reject(new Fault('unavailable', `the key of the workspace for ${name} does not open`)),
  available: async () => Promise.resolve(false),
});

type Held = { readonly engines: ReadonlyMap<string, Engine>; readonly own?: OwnEngines | undefined };

/** The engines that a workspace plans with: one under its own key is in the place of the operator's. */
export const withOwnKeys = async <D extends Held>(deps: D, workspaceId: string): Promise<D> => {
  const own = await deps.own?.of(workspaceId);
  if (own === undefined || own.size === 0) return deps;
  const engines = new Map(deps.engines);
  for (const [provider, { engine }] of own) engines.set(provider, engine);
  return { ...deps, engines };
};

/** The engine of an attempt, and the key that it is called under; null for the operator's, or none. */
export type AttemptEngine =
  | { readonly kind: 'found'; readonly engine: Engine; readonly fingerprint: string | null }
  | { readonly kind: 'key_removed' }
  | { readonly kind: 'not_configured' };

/** As things are now: `name` as the log has it. */
export const engineOfAttempt = async (
  { engines, own }: Held,
  workspaceId: string,
  name: string,
): Promise<AttemptEngine> => {
  const provider = providerOfOwn(name);
  if (provider === undefined) {
    const engine = engines.get(name);
    return engine === undefined ? { kind: 'not_configured' } : { kind: 'found', engine, fingerprint: null };
  }
  if (own?.providers.has(provider) !== true) return { kind: 'not_configured' };
  const found = (await own.of(workspaceId)).get(provider);
  return found === undefined ? { kind: 'key_removed' } : { kind: 'found', ...found };
};
