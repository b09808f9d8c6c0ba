/** Work that a process whose clock is ahead has left behind is carried on. No other work is, before its time. */
import test, { type ExecutionContext } from 'ava';
import { openWorkProjection } from '../../../../projections/open-work/definition.ts';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { type CarriedOn, supervise } from '../../../../src/application/reactions/supervise.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { collectionOf, definitionOf } from '../../../../src/kernel/projection.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

const HOUR = 60 * 60 * 1_000;
const PASSES = 20_000;

/** A supervisor over documents of which each is due so many milliseconds from now. */
const givenWork = async (
  t: ExecutionContext,
  work: Readonly<Record<string, { readonly kind: string; readonly dueInMs: number }>>,
  carriedOn: CarriedOn = 'done',
) => {
  const { clock, timers, advance } = createFakeClock();
  const documents = openReadStore(':memory:', { timers: createTimers() });
  const collection = collectionOf(openWorkProjection);
  await documents.declare(definitionOf(openWorkProjection, collection));
  await documents.write(
    Object.entries(work).map(([id, { kind, dueInMs }]) => {
      const body = { kind, dueAt: new Date(clock.now() + dueInMs).toISOString() };
      return { collection, id, owner: 'ws_1', position: '0000-000000000001', body };
    }),
  );
  const carried: string[] = [];
  const carryOn = async ({ id }: { readonly id: string }) => {
    carried.push(id);
    return Promise.resolve(carriedOn);
  };
  const stopping = new AbortController();
  const running = supervise(
    { documents, collection: () => collection, clock, timers, logger: silentLogger, carryOn },
    stopping.signal,
  );
  t.teardown(async () => {
    stopping.abort();
    await running;
    await documents.close();
  });
  return { carried, advance };
};

test('keys and holds that are due hours from now are carried on', async (t) => {
  const ahead = { dueInMs: 5 * HOUR };
  const work = {
    key: { kind: 'request.answer', ...ahead },
    hold: { kind: 'hold.decide', ...ahead },
    claim: { kind: 'generation.decide', ...ahead },
  };
  const { carried, advance } = await givenWork(t, work);
  await advance(PASSES);
  t.deepEqual([...new Set(carried)].toSorted(), ['claim', 'hold', 'key']);
});

test('work that waits no longer than its kind, or for a date, is left alone', async (t) => {
  const work = {
    key: { kind: 'request.answer', dueInMs: limits.clockAheadToleratedMs },
    unknown: { kind: 'task.unknown', dueInMs: limits.dispatchUnknownMaxMs },
    review: { kind: 'review.expire', dueInMs: limits.reviewExpiryMs },
    lot: { kind: 'ledger.expire', dueInMs: 5 * HOUR },
  };
  const { carried, advance } = await givenWork(t, work);
  await advance(PASSES);
  t.deepEqual(carried, []);
});

test('nothing is carried on at first sight: the clock that is behind may be our own', async (t) => {
  const { carried, advance } = await givenWork(t, { key: { kind: 'request.answer', dueInMs: 5 * HOUR } });
  await advance(limits.requestClaimGraceMs - limits.superviseEveryMs);
  t.deepEqual(carried, []);
});

test('work that waits for something is looked at again soon, each time', async (t) => {
  const { carried, advance } = await givenWork(
    t,
    { key: { kind: 'request.answer', dueInMs: -1 } },
    { againAfterMs: limits.openWorkRetryMinMs },
  );
  await advance(PASSES);
  t.true(carried.length >= PASSES / (2 * limits.openWorkRetryMinMs));
});
