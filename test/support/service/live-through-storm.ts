/**
 * Clients live storyboards, films and sounds while troubles befall two services on one data folder, as a seed says:
 * kills, stops past every lease, restarts. Then all is held to the promises.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import { openIssuer } from '../../../src/main/open-tokens.ts';
import { createSystem } from '../../../src/main/system.ts';
import { startCrowd } from './crowd.ts';
import { quickMakers } from '../engines/quick-makers.ts';
import { brokenPromises, jobsByKind, type Kinds } from './promises.ts';
import { ALL_SCOPES } from './real-service.ts';
import { outputsThatAreNotWhole } from './whole-outputs.ts';
import { assertRunning, type Fleet, pause, type Place, startFleet, TWO_OF_ALL_ROLES } from './fleet.ts';
import { createRandom, type Random } from '../kernel/seeded-random.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { untilNothingIsOwed, wholeLog } from '../log/whole-log.ts';

export type StormOptions = { readonly seed: number; readonly seconds: number; readonly clients: number };

type Trouble = 'killed' | 'stopped' | 'paused';

export type Weathered = {
  readonly lives: number;
  readonly kinds: Kinds;
  readonly calls: number;
  /** Attempts that an engine was asked for more than once: troubles that came in the middle of a call. */
  readonly repeated: number;
  /** How often each kind of trouble came. */
  readonly troubles: Readonly<Record<Trouble, number>>;
};

export const LEASE_MS = 300;
/** Long enough for a trouble to come in the middle of it, and for a lease to be renewed. */
const CALL_MS = 200;
/** The longest wait of a client for one answer: shorter than the longest pause. */
const PATIENCE_MS = 3_000;
/** The longest way back from any trouble, several times over. */
const GIVE_UP_MS = 60_000;

/** As often as they are worth. */
const TROUBLES: readonly Trouble[] = ['killed', 'killed', 'killed', 'stopped', 'paused', 'paused'];

/** In leases; the longest is also longer than the silence after which the other takes its messages over. */
const PAUSES = [0.5, 2, 2, 15];

export const liveThroughStorm = async (t: ExecutionContext, options: StormOptions): Promise<Weathered> => {
  const { seed, seconds, clients } = options;
  t.log(`seed ${seed}, ${seconds} seconds`);
  const random = createRandom(seed);
  const dataDir = join(tempFolder(t), 'data');
  const pair = await startFleet(t, {
    places: TWO_OF_ALL_ROLES,
    dataDir,
    env: {},
    leaseMs: LEASE_MS,
    callMs: CALL_MS,
  });
  const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
  const calm = new AbortController();
  const crowd = startCrowd({
    clients,
    random,
    addresses: pair.addresses,
    tokenOf: async (sub) => issuer.issueToken({ sub, scope: ALL_SCOPES }),
    patienceMs: PATIENCE_MS,
    giveUpMs: GIVE_UP_MS,
    calm: calm.signal,
  });
  const storm = trouble(pair, random.fork('trouble'), AbortSignal.timeout(seconds * 1_000));
  const [troubles] = await Promise.all([storm.finally(() => calm.abort()), crowd.done]);
  const kinds = await holdToPromises(t, dataDir, crowd.told, pair);
  const calls = pair.calls();
  const repeated = calls.length - new Set(calls.map(({ attemptKey }) => attemptKey)).size;
  const weathered = { lives: crowd.lives(), kinds, calls: calls.length, repeated, troubles };
  t.log(JSON.stringify(weathered));
  return weathered;
};

/** Troubles now one, now the other until the signal aborts, and at least once in each way; then both run. */
const trouble = async (pair: Fleet, random: Random, signal: AbortSignal): Promise<Weathered['troubles']> => {
  const troubles = { killed: 0, stopped: 0, paused: 0 };
  const first: Trouble[] = ['killed', 'paused', 'stopped'];
  while (!signal.aborted || first.length > 0) {
    await wait(random.between(100, 800));
    const kind = first.shift() ?? random.oneOf(TROUBLES);
    const victim = random.oneOf(pair.places);
    assertRunning(pair);
    await act[kind](victim, random);
    await victim.start();
    troubles[kind] += 1;
  }
  return troubles;
};

const act: Readonly<Record<Trouble, (victim: Place, random: Random) => Promise<void>>> = {
  killed: async (victim) => victim.kill(),
  stopped: async (victim) => victim.stop(),
  // From a moment to far past the lease, and past the time after which the other takes its messages over.
  paused: async (victim, random) => pause(victim, random.oneOf(PAUSES) * LEASE_MS),
};

/** By a process of its own, which folds nothing and does nothing but read. */
const holdToPromises = async (
  t: ExecutionContext,
  dataDir: string,
  told: readonly string[],
  pair: Fleet,
): Promise<Kinds> => {
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'api', LOG_LEVEL: 'silent' });
  const core = await openCore(config, (error) => t.fail(String(error)), quickMakers());
  try {
    await untilNothingIsOwed(core, GIVE_UP_MS);
    await pair.stop();
    const events = await wholeLog(core);
    t.deepEqual(brokenPromises({ events, calls: pair.calls(), told }), []);
    t.deepEqual(await outputsThatAreNotWhole(core, events), []);
    return jobsByKind(events);
  } finally {
    await core.close();
  }
};
