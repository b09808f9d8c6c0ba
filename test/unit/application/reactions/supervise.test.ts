import test from 'ava';
import type { WorkKind } from '../../../../projections/open-work/document.ts';
import { type CarriedOn, type OwedWork, supervise } from '../../../../src/application/reactions/supervise.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

type Deps = Parameters<typeof supervise>[0];

/** A supervisor with a clock of the test's own, until it is stopped. */
const given = (carryOn: Deps['carryOn'], query: (page: PageAsked) => Promise<Page>, logger = silentLogger) => {
  const { clock, timers, advance } = createFakeClock();
  const stopping = new AbortController();
  const documents = { query: query as never };
  const deps = { documents, collection: () => 'open-work', clock, timers, logger, carryOn };
  const supervising = supervise(deps, stopping.signal);
  return { clock, timers, advance, stop: () => stopping.abort(), supervising };
};
type PageAsked = { readonly after?: string; readonly limit?: number };
type Page = { readonly documents: readonly unknown[]; readonly next: string | null };

/** All of it in one page. */
const owing = (documents: readonly unknown[]) => async (): Promise<Page> => Promise.resolve({ documents, next: null });

test('a store that is away is told of once in an outage, and asked in each pass', async (t) => {
  let [lines, passes, isAway] = [0, 0, true];
  const query = async () => {
    passes += 1;
    if (isAway) throw new Fault('unavailable', 'nobody answers');
    return { documents: [], next: null };
  };
  const logger = { ...silentLogger, warn: () => void (lines += 1) };
  const { advance, stop, supervising } = given(async () => 'done' as const, query, logger);
  await advance(20 * limits.superviseEveryMs);
  t.true(passes >= 20);
  t.is(lines, 1);
  isAway = false;
  await advance(limits.superviseEveryMs);
  isAway = true;
  await advance(5 * limits.superviseEveryMs);
  t.is(lines, 2, 'the next outage is another one');
  stop();
  await supervising;
});

test('steps that wait leave places to those of another workspace, and to those of another kind', async (t) => {
  const owed = (owner: string, kind: WorkKind, n: number): OwedWork => {
    const body = { subject: 'ledger', kind, dueAt: '2026-01-01T00:00:00.000Z', workspaceId: owner, lots: [] } as const;
    return { id: `${owner} ${kind} ${n}`, owner, position: '', body };
  };
  const many = Array.from({ length: limits.superviseInFlightMax }, (_, n) => n);
  const documents = [
    ...many.map((n) => owed('ws_1', 'task.dispatch', n)),
    owed('ws_2', 'task.dispatch', 0),
    ...many.map((n) => owed(`ws_${n}`, 'task.lease', n)),
    owed('ws_1', 'task.settle', 0),
  ];
  const gate = Promise.withResolvers<CarriedOn>();
  const carried: string[] = [];
  const carryOn = async ({ owner, body }: OwedWork) => {
    carried.push(`${owner} ${body.kind}`);
    return gate.promise;
  };
  const { advance, stop, supervising } = given(carryOn, owing(documents));
  await advance(limits.superviseEveryMs);
  const own = carried.filter((one) => one === 'ws_1 task.dispatch');
  t.is(own.length, limits.superviseInFlightPerWorkspaceMax);
  t.true(carried.includes('ws_2 task.dispatch'));
  t.true(carried.includes('ws_1 task.settle'));
  gate.resolve('done');
  await advance(limits.openWorkRetryMaxMs);
  t.true(carried.filter((one) => one === 'ws_1 task.dispatch').length >= many.length, 'all have their turn');
  stop();
  await supervising;
});

test('a host has its places in a workspace, the mail server others, and neither holds up the other', async (t) => {
  const dueAt = '2026-01-01T00:00:00.000Z';
  const lanesTo = (host: string | null, at: number): readonly OwedWork[] =>
    Array.from({ length: limits.deliveriesInFlightPerHostMax + 1 }, (_, n) => {
      const body = { subject: 'lane', kind: 'delivery.attempt', dueAt, host, members: [] } as const;
      return { id: `lane:ws_1:${at} ${n}`, owner: 'ws_1', position: '', body };
    });
  const hosts = ['one.test', 'null', null];
  const documents = hosts.flatMap(lanesTo);
  const gate = Promise.withResolvers<CarriedOn>();
  const carried: (string | null)[] = [];
  const carryOn = async ({ body }: OwedWork) => {
    if (body.subject === 'lane') carried.push(body.host);
    return gate.promise;
  };
  const { advance, stop, supervising } = given(carryOn, owing(documents));
  await advance(2 * limits.superviseEveryMs);
  for (const host of hosts) {
    t.is(carried.filter((one) => one === host).length, limits.deliveriesInFlightPerHostMax, String(host));
  }
  stop();
  gate.resolve('done');
  await supervising;
});

test('a step that names its wait is taken again after that, each time', async (t) => {
  const body = { subject: 'polls', kind: 'task.poll', dueAt: '2026-01-01T00:00:00.000Z', jobId: 'job_1', tasks: [] };
  const documents = [{ id: 'polls:job_1', owner: 'ws_1', position: '', body }];
  const waits = [5_000, 5_000, 700, 5_000];
  const taken: number[] = [];
  const carryOn = async () => {
    taken.push(clock.monotonic());
    return Promise.resolve({ againAfterMs: waits[taken.length - 1] ?? 5_000 });
  };
  const { clock, advance, stop, supervising } = given(carryOn, owing(documents));
  for (let ms = 0; ms < 20_000; ms += limits.superviseEveryMs) await advance(limits.superviseEveryMs);
  stop();
  await supervising;
  const gaps = taken.slice(1).map((at, index) => at - (taken[index] ?? 0));
  t.deepEqual(gaps.slice(0, 3), [5_000, 5_000, 1_000], 'at the next pass after it');
});

/** How often each of 2,500 submitted attempts is asked in two minutes, where each question takes so long. */
const questionsOf = async (takesMs: number): Promise<readonly number[]> => {
  const attempts = 2_500;
  const dueAt = '2026-01-01T00:00:00.000Z';
  const documents = Array.from({ length: attempts }, (_, n): OwedWork => {
    const body = { subject: 'polls', kind: 'task.poll', dueAt, jobId: `job_${n}`, tasks: [] } as const;
    return { id: `polls:job_${n}`, owner: `ws_${n % 250}`, position: '', body };
  });
  const query = async ({ after = '0', limit = 0 }: PageAsked) => {
    const end = Number(after) + limit;
    return Promise.resolve({
      documents: documents.slice(Number(after), end),
      next: end < attempts ? String(end) : null,
    });
  };
  const asked = new Map(documents.map(({ id }) => [id, 0]));
  const carryOn = async ({ id }: OwedWork) => {
    asked.set(id, (asked.get(id) ?? 0) + 1);
    if (takesMs > 0) await timers.sleep(takesMs);
    return { againAfterMs: limits.pollDelayMsMax };
  };
  const { timers, advance, stop, supervising } = given(carryOn, query);
  await advance(ROUNDS * limits.pollDelayMsMax, takesMs > 0 ? 2 : 200);
  stop();
  await advance(takesMs);
  await supervising;
  return [...asked.values()];
};
const ROUNDS = 4;

test('2,500 submitted attempts are each asked at the pace of their engine', async (t) => {
  const counts = await questionsOf(0);
  t.true(Math.max(...counts) <= ROUNDS + 1, `${Math.max(...counts)} questions`);
  t.true(Math.min(...counts) >= ROUNDS - 1, `${Math.min(...counts)} questions`);
});

test('more of them than there are places for have turns, and those behind are asked as often', async (t) => {
  // So long that places for 128 at once are too few.
  const counts = await questionsOf(4 * limits.superviseEveryMs);
  t.true(Math.min(...counts) >= 1 && Math.max(...counts) - Math.min(...counts) <= 1);
});
