/** The engine of a configured provider. */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { Engine, Makes, SoundRules, Voice } from '../../ports/engine.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { FILM_SOUNDS } from '../sound/film-sounds.ts';
import { createGateway } from './create-gateway.ts';
import { createGuardedEngine, type RemoteCalls } from './guarded-engine.ts';
import { createOpenAi } from './create-open-ai.ts';
import type { OutputDeps } from './look-at-output.ts';
import { createPace, type PaceLimits } from './pace.ts';
import { createPlainClient, type PlainClient } from './plain-client.ts';

/** As the operator configures it. */
export type Provider = {
  /** e.g. `provider_c`. */
  readonly name: string;
  readonly url: string;
  /** The operator's; null for a provider that works under keys of workspaces alone. */
  readonly key: string | null;
  readonly kind: 'gateway' | 'openai';
  /** The provider's own names for its models, by what they make; of the kind `openai` alone. */
  readonly models: Readonly<Record<string, string>>;
  /** Credits by what it makes: it makes nothing else. */
  readonly prices: Readonly<Partial<Record<Makes, number>>>;
  /** Only of a provider that speaks. */
  readonly voices: readonly Voice[];
  /** Containers of sounds that it makes scenes of; none for a provider that makes none. */
  readonly sounds: SoundRules['containers'];
  /** For all processes together. */
  readonly pace: PaceLimits;
};

export type RemoteEngineDeps = OutputDeps & {
  /** For outputs at other hosts than the configured one. */
  readonly outbound: Outbound;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** A provider under one key: the operator's, or that of a workspace, which has another name. */
export type KeyedProvider = Provider & { readonly key: string };

export const createRemoteEngine = (deps: RemoteEngineDeps, provider: KeyedProvider): Engine => {
  const { name, url, key, kind, prices, voices, sounds, pace } = provider;
  const client = createPlainClient({ name, url, key, timers: deps.timers });
  const makes = Object.keys(prices) as Makes[];
  const calls = protocols[kind](deps, provider, client);
  return createGuardedEngine({
    name,
    version: kind,
    makes,
    ...(makes.includes('speech') ? { voices } : {}),
    ...(sounds.length > 0 ? { sounds: { ...FILM_SOUNDS, containers: sounds, limitations: SENT } } : {}),
    inFlightMax: limits.remoteInFlightMax,
    limits: pace,
    calls: { ...calls, limitations: [...calls.limitations, ...limitationsOf(pace)] },
    pace: createPace(deps, pace),
    client,
    clock: deps.clock,
    logger: deps.logger,
  });
};

type Protocol = (deps: RemoteEngineDeps, provider: KeyedProvider, client: PlainClient) => RemoteCalls;

const protocols: Readonly<Record<Provider['kind'], Protocol>> = {
  gateway: (deps, { name, sounds }, client) => createGateway({ ...deps, name, client, takesSounds: sounds.length > 0 }),
  openai: (deps, { name, models }, client) => createOpenAi({ ...deps, name, client, models }),
};

const SENT = ['the provider is given an address of the sound: it leaves this deployment'];

const limitationsOf = ({ perMinute, concurrency }: PaceLimits): readonly string[] => [
  ...(perMinute === null ? [] : [`At most ${perMinute} works are begun in a minute; more wait.`]),
  ...(concurrency === null ? [] : [`At most ${concurrency} works are under way at once; more wait.`]),
];
