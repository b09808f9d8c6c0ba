/** The service as a fleet: a process for each place of a role, which a test may kill, pause and start again. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { RoleName } from '../../../src/main/config.ts';
import type { EngineCall } from '../engines/quick-makers.ts';
import { createClient } from '../http/http-client.ts';
import { jsonLines } from '../process/json-lines.ts';
import { type ServiceProcess, startProcess } from '../process/service-process.ts';

/** Its arguments: the file of its calls, and how long each of them takes. */
export const CHILD = join(import.meta.dirname, '../process/service-child.ts');

/** A line of that file. */
export type ChildCall = Pick<EngineCall, 'attemptKey' | 'result'> & { readonly pid: number };

/** The roles of one process. */
export type Roles = readonly RoleName[];

const EACH_ROLE: Roles = ['api', 'projector', 'relay', 'dispatcher', 'scorer', 'supervisor'];

/** Two processes that do everything. */
export const TWO_OF_ALL_ROLES: readonly Roles[] = [EACH_ROLE, EACH_ROLE];

/** Two of each role, in as few processes as keep apart those that hand work to each other by messages. */
export const TWO_OF_EACH_ROLE: readonly Roles[] = [
  ['api', 'relay', 'scorer'],
  ['api', 'relay', 'scorer'],
  ['projector', 'dispatcher', 'supervisor'],
  ['projector', 'dispatcher', 'supervisor'],
];

export type Lag = { readonly role: string; readonly waiting: number | null; readonly unit: string };

/** The answer of `/health/ready`, as far as tests look at it. */
export type Readiness = {
  readonly status: number;
  readonly roles: readonly string[];
  readonly lag: readonly Lag[];
  readonly readModels: { readonly shards?: readonly { readonly shard: string; readonly held: boolean }[] };
};

export type Place = {
  /** Its roles, and which of those it is: `relay 2`, `api+relay 1`. */
  readonly name: string;
  readonly roles: Roles;
  readonly baseUrl: () => string;
  readonly isRunning: () => boolean;
  readonly output: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
  /** By SIGTERM; fails when it does not end well. */
  readonly stop: () => Promise<void>;
  /** A process anew in its place, when it is gone. */
  readonly start: () => Promise<void>;
  /** Undefined when it does not answer. */
  readonly readiness: () => Promise<Readiness | undefined>;
};

export type Fleet = {
  readonly places: readonly Place[];
  readonly of: (role: RoleName) => readonly Place[];
  /** Where the API is served at this moment. */
  readonly addresses: () => readonly string[];
  readonly calls: () => readonly ChildCall[];
  /** By SIGTERM, all at once; fails when one of them does not end well. */
  readonly stop: () => Promise<void>;
};

export type FleetOptions = {
  readonly places: readonly Roles[];
  /** Shared by all: the keys of the local issuer are in it. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly leaseMs: number;
  readonly callMs: number;
};

/** How long a look at readiness may take: some of what it asks may hang. */
const LOOK_MS = 15_000;
const LOOK_EVERY_MS = 250;

export const startFleet = async (t: ExecutionContext, options: FleetOptions): Promise<Fleet> => {
  const { places: wanted, dataDir, env, leaseMs, callMs } = options;
  const callsFile = `${dataDir}-calls.jsonl`;
  const always = { ...env, LEASE_MS: String(leaseMs) };
  const run = async (roles: Roles): Promise<ServiceProcess> => {
    const own = { ...always, ROLES: roles.join() };
    return startProcess(t, { dataDir, script: CHILD, args: [callsFile, String(callMs)], env: own });
  };

  const open = async (roles: Roles, index: number): Promise<Place> => {
    const name = `${roles.join('+')} ${wanted.slice(0, index + 1).filter((one) => one.join() === roles.join()).length}`;
    let current = await run(roles);
    return Object.freeze({
      name,
      roles,
      baseUrl: () => current.baseUrl,
      isRunning: () => current.isRunning(),
      output: () => current.output(),
      signal: (signal: NodeJS.Signals) => current.signal(signal),
      kill: async () => current.kill(),
      stop: async () => {
        const code = await current.stop();
        if (code !== 0) throw new Error(`${name} ended with ${code}: ${current.output()}`);
      },
      start: async () => {
        if (!current.isRunning()) current = await run(roles);
      },
      readiness: async () => readinessAt(current.baseUrl),
    });
  };

  // One of them first: it makes what all share, as the first start of an installation does.
  const [shared = [], ...others] = wanted;
  const first = await open(shared, 0);
  const places = [first, ...(await Promise.all(others.map(async (roles, n) => open(roles, n + 1))))];
  return Object.freeze({
    places,
    of: (role: RoleName) => places.filter(({ roles }) => roles.includes(role)),
    addresses: () =>
      places.filter(({ roles, isRunning }) => roles.includes('api') && isRunning()).map(({ baseUrl }) => baseUrl()),
    calls: () => jsonLines<ChildCall>(callsFile),
    stop: async () => {
      await Promise.all(places.map(async ({ stop }) => stop()));
    },
  });
};

const readinessAt = async (baseUrl: string): Promise<Readiness | undefined> => {
  try {
    const { status, body } = await createClient(baseUrl, '', undefined, LOOK_MS).get('/health/ready');
    return { ...(body as unknown as Omit<Readiness, 'status'>), status };
  } catch {
    return undefined;
  }
};

/** A process that serves the API depends on the read models, and tells their lag. */
const tellsLag = ({ roles }: Place, { lag }: Readiness): boolean =>
  roles.every((role) => {
    const own = lag.find((one) => one.role === (role === 'api' ? 'projector' : role));
    return typeof own?.waiting === 'number';
  });

/**
 * The answer of each once it is ready and can tell its lag, in the order of the places. A relay that compares takes a
 * while for it. Rejects when one is not in time.
 */
export const untilReady = async ({ places }: Fleet, patienceMs: number): Promise<readonly Readiness[]> => {
  const end = performance.now() + patienceMs;
  return Promise.all(
    places.map(async (place) => {
      const { name, readiness, output } = place;
      for (;;) {
        const seen = await readiness();
        if (seen?.status === 200 && tellsLag(place, seen)) return seen;
        if (performance.now() > end) {
          const said = JSON.stringify(seen ?? 'no answer');
          throw new Error(`${name} is not ready after ${patienceMs} ms: ${said}\n${output()}`);
        }
        await wait(LOOK_EVERY_MS);
      }
    }),
  );
};

/** A process that ended by itself is a finding, whatever befell the servers. */
export const assertRunning = ({ places }: Fleet): void => {
  for (const { name, isRunning, output } of places) {
    if (!isRunning()) throw new Error(`${name} ended by itself: ${output()}`);
  }
};

/** Kills it, leaves it dead for a moment, and starts it again. */
export const killAndStart = async (place: Place, deadMs: number): Promise<void> => {
  await place.kill();
  await wait(deadMs);
  await place.start();
};

/** Stops it in the middle of whatever it does, and lets it go on. */
export const pause = async (place: Place, ms: number): Promise<void> => {
  place.signal('SIGSTOP');
  try {
    await wait(ms);
  } finally {
    place.signal('SIGCONT');
  }
};
