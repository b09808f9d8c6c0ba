/**
 * The engine of a provider at an address of this machine, with the service's own decoders unless stated. They look at
 * media in this process: `test/unit/adapters/media-probe/` holds the child.
 */
import type { ExecutionContext } from 'ava';
import { openMediaProbe } from '../../../src/adapters/media-probe/open-media-probe.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import {
  createRemoteEngine,
  type KeyedProvider,
  type Provider,
  type RemoteEngineDeps,
} from '../../../src/engines/remote/create-remote-engine.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import type { Engine } from '../../../src/ports/engine.ts';
import { createPictureCheck } from '../../../src/quality/picture-check.ts';
import { hostsOf } from '../application/hosts.ts';
import { looksHere } from '../engines/jobs-here.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { tempScratch } from '../process/temp-scratch.ts';
import { GATEWAY_KEY } from './serve-gateway.ts';

export const providerAt = (change: Partial<KeyedProvider> & Pick<Provider, 'url'>): KeyedProvider => ({
  name: 'provider_c',
  key: GATEWAY_KEY,
  kind: 'gateway',
  models: {},
  pace: { perMinute: null, concurrency: null },
  prices: { image: 4, speech: 3, music: 5, clip: 9 },
  sounds: [],
  voices: [{ id: 'emma', name: 'Emma', language: 'en-GB' }],
  ...change,
});

export const remoteEngine = (
  t: ExecutionContext,
  change: Parameters<typeof providerAt>[0],
  deps: Partial<RemoteEngineDeps> = {},
): Engine => {
  const background = createTimers({ background: true });
  const media = openMediaProbe({ scratch: tempScratch(t), children: looksHere });
  t.teardown(async () => media.close());
  const pictures = createPictureCheck({ gate: createGate({ placesMax: 1, waitingMax: 64 }) });
  return createRemoteEngine(
    { clock: createClock(), timers: background, outbound: hostsOf({}), pictures, media, logger: silentLogger, ...deps },
    providerAt(change),
  );
};
