/** The engine of a configured provider. */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import type { Engine, Makes, Voice } from '../../ports/engine.ts';
import { createGateway } from './create-gateway.ts';
import { createGuardedEngine } from './guarded-engine.ts';
import type { OutputDeps } from './look-at-output.ts';
import { createPlainClient } from './plain-client.ts';

/** As the operator configures it. */
export type Provider = {
  /** e.g. `provider_c`. */
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly kind: 'gateway';
  /** Credits by what it makes: it makes nothing else. */
  readonly prices: Readonly<Partial<Record<Makes, number>>>;
  /** Only of a provider that speaks. */
  readonly voices: readonly Voice[];
};

export type RemoteEngineDeps = OutputDeps & {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Pick<Timers, 'sleep'>;
};

export const createRemoteEngine = (deps: RemoteEngineDeps, provider: Provider): Engine => {
  const { name, url, key, kind, prices, voices } = provider;
  const client = createPlainClient({ name, url, key, timers: deps.timers });
  const makes = Object.keys(prices) as Makes[];
  return createGuardedEngine({
    name,
    version: kind,
    makes,
    ...(makes.includes('speech') ? { voices } : {}),
    inFlightMax: limits.remoteInFlightMax,
    calls: createGateway({ ...deps, name, client }),
    client,
    clock: deps.clock,
  });
};
