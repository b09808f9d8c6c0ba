/** Readiness is answered within a bound, also of servers that say nothing at all. */
import test, { type ExecutionContext } from 'ava';
import { createMetrics } from '../../../src/adapters/metrics/metrics.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Core } from '../../../src/main/core.ts';
import { createProbes } from '../../../src/main/probes.ts';
import type { RoleLag } from '../../../src/main/roles.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';

const never = async <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A process with a quiet log and uncut read models. */
const givenSilentLog = (t: ExecutionContext) => {
  const { timers, advance } = createFakeClock();
  const asked = { next: never, return: never };
  const core = {
    config: { roles: new Set(['api']) },
    system: { background: timers, logger: silentLogger },
    stores: {
      feed: { head: never, read: () => ({ [Symbol.asyncIterator]: () => asked }) },
      servers: [
        { name: 'eventstoredb', ping: never },
        { name: 'mongodb', ping: async () => undefined },
        { name: 'kafka', ping: async () => Promise.reject(new Error('Kafka does not answer')) },
      ],
    },
    readModels: { position: () => '', positions: () => [''] },
    services: { engines: new Map() },
    fullDisks: async () => Promise.resolve([]),
    broken: () => new Map(),
    holds: () => new Set<number>(),
  } as unknown as Core; // The inputs of readiness.
  const integrity = {
    fault: () => undefined,
    checked: () => true,
    proving: () => false,
    proved: async () => Promise.resolve(true),
    verifiedTo: () => '',
    stop: async () => undefined,
  };
  const lag: RoleLag = { role: 'relay', waiting: null, unit: 'events' };
  t.teardown(async () => advance(60_000));
  return { advance, core, integrity, probes: createProbes(core, integrity, { lag: async () => [lag] }) };
};

test('a server that says nothing is named, and the rest is told, in the time of one ping', async (t) => {
  const { advance, probes } = givenSilentLog(t);
  let answer: Awaited<ReturnType<typeof probes.ready>> | undefined;
  const asking = probes.ready().then((one) => {
    answer = one;
  });
  await advance(limits.readyPingMs - 1);
  t.is(answer, undefined);
  await advance(1);
  await asking;
  t.false(answer?.ready);
  t.like(answer?.body, {
    lag: [
      { role: 'projector', waiting: null },
      { role: 'relay', waiting: null },
    ],
    servers: [
      { name: 'eventstoredb', available: false },
      { name: 'mongodb', available: true },
      { name: 'kafka', available: false, error: 'Kafka does not answer' },
    ],
    log: { head: null },
  });
});

test('a role that does nothing is not ready, and says why', async (t) => {
  const { advance, core, integrity } = givenSilentLog(t);
  const stores = { feed: { ...core.stores.feed, head: async () => Promise.resolve('0001') }, servers: [] };
  const awake = { ...core, stores } as unknown as Core; // As above.
  const answerOf = async (lag: RoleLag) => {
    const asked = createProbes(awake, integrity, { lag: async () => Promise.resolve([lag]) }).ready();
    await advance(limits.readyPingMs);
    return asked;
  };
  const resting: RoleLag = { role: 'relay', waiting: null, unit: 'events', error: 'the topics are ahead of the log' };
  const red = await answerOf(resting);
  t.false(red.ready);
  t.like(red.body, { lag: { 1: resting } });
  t.true((await answerOf({ role: 'relay', waiting: 3, unit: 'events' })).ready);
});

test('the gauge of a role whose backlog is unknown tells no number that was true once', async (t) => {
  const { advance, core, integrity } = givenSilentLog(t);
  const metrics = createMetrics();
  const measured = { ...core, system: { ...core.system, metrics } };
  let lag: RoleLag = { role: 'dispatcher', waiting: 5, unit: 'messages' };
  const { metrics: render } = createProbes(measured, integrity, { lag: async () => Promise.resolve([lag]) });
  const told = async (): Promise<string | undefined> => {
    const asked = render();
    for (let looks = 0; looks < 3; looks += 1) await advance(limits.readyPingMs);
    return /pi_role_waiting\{role="dispatcher"\} (\S+)/.exec((await asked).body)?.[1];
  };
  t.is(await told(), '5');
  lag = { ...lag, waiting: null };
  t.regex((await told()) ?? '', /^nan$/i);
});

test('all that ask at a time share one look at each server, and the next one asks anew', async (t) => {
  const { advance, core, integrity } = givenSilentLog(t);
  let pings = 0;
  let letters = 0;
  const stores = {
    feed: { ...core.stores.feed, head: async () => Promise.resolve('0001') },
    servers: [{ name: 's3', ping: async () => void (pings += 1) }],
    documents: { query: async () => Promise.resolve({ documents: [], next: null }) },
    messages: {
      deadLetters: async () => {
        letters += 1;
        return Promise.resolve({ letters: [], next: null });
      },
    },
  };
  const system = { ...core.system, metrics: createMetrics() };
  const probes = createProbes({ ...core, system, stores } as unknown as Core, integrity, { lag: async () => [] });
  const flood = async (): Promise<void> => {
    const asked = Promise.all([1, 2, 3].map(async () => Promise.all([probes.ready(), probes.standing()])));
    await advance(limits.readyPingMs);
    t.true((await asked).every(([{ ready }, standing]) => ready && standing['deadLetters'] === 0));
  };
  await flood();
  t.deepEqual([pings, letters], [1, 1]);
  await flood();
  t.deepEqual([pings, letters], [2, 2]);
});
