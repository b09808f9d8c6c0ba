/** Troubles of a service and its servers: each strikes, lasts a while, and heals, before the next. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DoubleProcess } from '../event-store-double/spawn.ts';
import type { CallKind, FaultKind, Strike } from '../event-store-double/faults.ts';
import { type Fleet, killAndStart, pause } from '../service/fleet.ts';
import type { Random } from '../kernel/seeded-random.ts';
import type { Cluster } from './cluster.ts';
import type { MongoCluster } from './mongo.ts';
import type { Proxied } from './proxied-clusters.ts';
import type { Proxy } from './toxiproxy.ts';

/** Ends when it is healed. `ms`: how long it lasts. Its answer names the trouble and the server. */
export type Trouble = (random: Random, ms: number) => Promise<string>;

/** Troubles of one kind of victim, the two hardest first. */
export type Troubles = readonly Trouble[];

const HARDEST = 2;
/** How long an answer waits for a question that may never come. */
const UNASKED_MS = 3_000;
const SLOW_MS = [20, 200, 1_000];

const lasting = async (ms: number, heal: () => Promise<void>): Promise<void> => {
  try {
    await wait(ms);
  } finally {
    await heal();
  }
};

/** Connections that are cut, slowed, silent and reset. */
const ofProxy = (who: (random: Random) => Promise<readonly [string, Proxy]>): Troubles => [
  async (random, ms) => {
    const [name, proxy] = await who(random);
    await proxy.cut();
    await lasting(ms, proxy.restore);
    return `${name} was cut off`;
  },
  async (random, ms) => {
    const [name, proxy] = await who(random);
    const by = random.oneOf(SLOW_MS);
    await proxy.slow(by);
    await lasting(ms, proxy.restore);
    return `${name} was slow by ${by} ms`;
  },
  async (random, ms) => {
    const [name, proxy] = await who(random);
    await proxy.hang();
    await lasting(ms, proxy.restore);
    return `${name} was silent`;
  },
  async (random, ms) => {
    const [name, proxy] = await who(random);
    await proxy.reset();
    await lasting(ms, proxy.restore);
    return `connections to ${name} were reset`;
  },
];

/** Nodes that are killed, stop for a while, and are shut down, each of them started again. */
const ofNode = (what: string, cluster: Cluster, who: (random: Random) => Promise<number>): Troubles => [
  async (random, ms) => {
    const node = await who(random);
    await cluster.signal(node, 'KILL');
    await lasting(ms, async () => cluster.up(node));
    return `${what} ${node} was killed`;
  },
  async (random, ms) => {
    const node = await who(random);
    await cluster.signal(node, 'STOP');
    await lasting(ms, async () => cluster.signal(node, 'CONT'));
    return `${what} ${node} was paused`;
  },
];

export const kafkaTroubles = (kafka: Cluster & Proxied): Troubles => {
  const any = async (random: Random): Promise<number> => Promise.resolve(random.between(1, 3));
  return [
    ...ofNode('broker', kafka, any),
    ...ofProxy(async (random) => {
      const node = await any(random);
      return [`broker ${node}`, kafka.proxyOf(node)];
    }),
  ];
};

/** Always of the primary: what happens to others is not felt. */
export const mongoTroubles = (mongo: MongoCluster & Proxied): Troubles => {
  const primary = async (): Promise<number> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const node = await mongo.primary().catch(() => undefined);
      if (node !== undefined) return node;
      await wait(500);
    }
    throw new Error('the set has no primary');
  };
  return [
    ...ofNode('the primary', mongo, primary),
    ...ofProxy(async () => {
      const node = await primary();
      return [`the primary ${node}`, mongo.proxyOf(node)];
    }),
  ];
};

export const s3Troubles = (proxy: Proxy): Troubles => ofProxy(async () => Promise.resolve(['S3', proxy] as const));

/** The event store as a process, and its connections. */
export const doubleTroubles = (double: DoubleProcess, proxy: Proxy): Troubles => [
  async (_, ms) => {
    await double.kill();
    await lasting(ms, double.start);
    return 'the event store was killed';
  },
  async (_, ms) => {
    double.signal('SIGSTOP');
    await lasting(ms, async () => Promise.resolve(double.signal('SIGCONT')));
    return 'the event store was paused';
  },
  ...ofProxy(async () => Promise.resolve(['the event store', proxy] as const)),
];

const APPEND_FAULTS: readonly FaultKind[] = [
  'not-leader',
  'unavailable',
  'unavailable-after',
  'timeout-after',
  'no-answer-after',
  'cut-after',
];
const READ_FAULTS: readonly FaultKind[] = ['not-leader', 'unavailable', 'cut', 'end'];
const STRIKES: readonly Strike[] = ['unavailable', 'cut', 'end', 'no-answer'];

/**
 * Troubles of single calls of the event store: a change of leaders, unknown outcomes, feeds that end or fall silent.
 */
export const doubleAnswers = (double: DoubleProcess, proxy: Proxy): Troubles => {
  const [host = '', port = ''] = proxy.listen.split(':');
  const leader = { host, port: Number(port) };
  const faulty =
    (on: CallKind, kinds: readonly FaultKind[]): Trouble =>
    async (random, ms) => {
      const kind = random.oneOf(kinds);
      const times = random.between(1, 20);
      const fault = await double.faults.next({ on, kind, times, ...(kind === 'not-leader' && { leader }) });
      let fired = 0;
      await lasting(ms, async () => {
        const end = performance.now() + UNASKED_MS;
        while ((fired = await fault.fired()) === 0 && performance.now() < end) await wait(50);
        await double.faults.clear();
      });
      return `the event store answered ${fired} times ${kind} to ${on}`;
    };
  const append = faulty('append', APPEND_FAULTS);
  return [
    append,
    append,
    append,
    faulty('read', READ_FAULTS),
    async (random, ms) => {
      const kind = random.oneOf(STRIKES);
      const struck = await double.faults.strikeSubscriptions(kind);
      await wait(ms);
      return `${struck} subscriptions met ${kind}`;
    },
  ];
};

export const fleetTroubles = (fleet: Fleet): Troubles => {
  const oneOfEach: Trouble = async (random, ms) => {
    const alike = Map.groupBy(fleet.places, ({ roles }) => roles.join());
    const victims = [...alike.values()].map((places) => random.oneOf(places));
    await Promise.all(victims.map(async (place) => killAndStart(place, ms)));
    return `${victims.map(({ name }) => name).join()} were killed at once`;
  };
  const killed: Trouble = async (random, ms) => {
    const place = random.oneOf(fleet.places);
    await killAndStart(place, ms);
    return `${place.name} was killed`;
  };
  const paused: Trouble = async (random, ms) => {
    const place = random.oneOf(fleet.places);
    await pause(place, ms);
    return `${place.name} was paused`;
  };
  return [oneOfEach, oneOfEach, killed, paused];
};

export type StormOptions = {
  readonly random: Random;
  /** Once aborted, no trouble begins that would be the second of its victims. */
  readonly until: AbortSignal;
  /** How long troubles may last. */
  readonly lengthsMs: readonly number[];
  /** Hears of each trouble once it is healed; may throw. */
  readonly healed: (what: string) => void;
};

/** One trouble after the other, with pauses to recover in, or not; each kind of victim at least once. */
export const storm = async (kinds: readonly Troubles[], options: StormOptions): Promise<void> => {
  const { random, until, lengthsMs, healed } = options;
  const first = kinds.map((troubles) => ({ troubles, at: random.next() })).toSorted((a, b) => a.at - b.at);
  while (!until.aborted || first.length > 0) {
    await wait(random.between(100, 1_500));
    const trouble = random.oneOf(first.shift()?.troubles.slice(0, HARDEST) ?? random.oneOf(kinds));
    const ms = random.oneOf(lengthsMs);
    healed(`${await trouble(random, ms)}, for ${ms} ms`);
  }
};
