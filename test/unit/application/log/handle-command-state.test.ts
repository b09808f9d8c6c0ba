/** The state that commands are decided on: folded once, checked on the way, kept no longer than it is true. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { EventStore, StoredEvent } from '../../../../src/ports/event-store.ts';
import { createBoxDecider } from '../../../support/log/box-aggregate.ts';
import { createBoxWorld, kindOf, put, stream } from '../../../support/log/box-world.ts';
import { context } from '../../../support/log/command-world.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createCountedReads } from '../../../support/log/counted-reads.ts';

test('a recent look is answered from memory while it is young enough', async (t) => {
  const w = createBoxWorld(t);
  const { clock, advance } = createFakeClock();
  const [here, elsewhere] = [w.start({ clock }), w.start()];
  t.deepEqual(await here.recent(), []);
  await elsewhere.put('red');
  await advance(1_000);
  t.deepEqual(await here.recent(), [], 'as old as it may be');
  await advance(1);
  t.deepEqual(await here.recent(), ['red']);
});

test('while the log does not answer, a recent look is answered from memory, for a while', async (t) => {
  const { clock, advance } = createFakeClock();
  const log = { isAway: false };
  const refuse = (): void => {
    if (log.isAway) throw new Fault('unavailable', 'the log does not answer');
  };
  const away = (store: EventStore): EventStore => ({
    ...store,
    readStream: async function* (...asked) {
      refuse();
      yield* store.readStream(...asked);
    },
    head: async (one) => {
      refuse();
      return store.head(one);
    },
  });
  const here = createBoxWorld(t).start({ clock, doctored: away });
  await here.put('red');
  await advance(limits.outageStateAgeMaxMs);
  log.isAway = true;
  t.deepEqual(await here.recent(), ['red']);
  await t.throwsAsync(here.look(), { instanceOf: Fault, message: /does not answer/ });
  await t.throwsAsync(here.recent('box-2'), { instanceOf: Fault }, 'what was never seen is not made up');
  await advance(1);
  await t.throwsAsync(here.recent(), { instanceOf: Fault }, 'who was removed elsewhere does not read for ever');
});

test('while the log is silent, a recent look is answered from memory soon, and goes on', async (t) => {
  const w = createBoxWorld(t);
  const { clock, timers, advance } = createFakeClock();
  const gate = Promise.withResolvers<void>();
  const silent = (store: EventStore): EventStore => ({
    ...store,
    head: async (one) => {
      await gate.promise;
      return store.head(one);
    },
  });
  const [here, elsewhere] = [w.start({ clock, timers, doctored: silent }), w.start()];
  const first = here.recent();
  await advance(limits.roundGatherTurnsMax);
  t.deepEqual(await first, []);
  await elsewhere.put('red');
  await advance(1_001);
  const looks = Promise.all([here.recent(), here.recent()]);
  await advance(limits.recentLookMaxMs + limits.deadlineLookMs);
  t.deepEqual(await Promise.race([looks, turn('no answer yet')]), [[], []]);
  gate.resolve();
  await advance(1, 20);
  t.deepEqual(await here.recent(), ['red'], 'the look went on');
});

test('a reaction reads a state that has its event, from memory when that is as new', async (t) => {
  const w = createBoxWorld(t);
  const [here, elsewhere] = [w.start(), w.start()];
  await here.put('red');
  t.deepEqual(await here.since(0), ['red']);
  t.is(here.store.calls.head, 0, 'what this process has appended it has seen');
  await elsewhere.put('blue');
  t.deepEqual(await here.since(1), ['red', 'blue']);
  t.true(here.store.calls.head > 0);
});

test('a question before the read of the stream needs no second look; one during the read does', async (t) => {
  const w = createBoxWorld(t);
  const elsewhere = w.start();
  await elsewhere.put('red');
  const passing: (() => void)[] = [];
  /** The reader has read the stream, and is held before it knows. */
  const held = (store: EventStore): EventStore => ({
    ...store,
    readStream: async function* (...asked) {
      const events: StoredEvent[] = [];
      for await (const event of store.readStream(...asked)) events.push(event);
      await new Promise<void>((resolve) => {
        passing.push(resolve);
      });
      yield* events;
    },
  });
  const { balls, store } = w.start({ doctored: held });
  const first = balls();
  while (passing.length === 0) await turn();
  await elsewhere.put('blue');
  const second = balls();
  const answers = Promise.all([first, second]);
  for (let over = false; !over; await turn()) {
    passing.shift()?.();
    over = await Promise.race([answers.then(() => true), turn().then(() => false)]);
  }
  t.deepEqual(await second, ['red', 'blue'], 'asked after the second ball was put');
  t.true(store.calls.head > 0);

  const cold = w.start();
  t.deepEqual(await cold.balls(), ['red', 'blue']);
  t.deepEqual(cold.store.calls, { append: 0, head: 0, readStream: 1 });
});

test('a stream that is begun is appended to without a look', async (t) => {
  const p = createBoxWorld(t).start();
  p.begin();
  t.is(await kindOf(p.put('red')), 'accepted');
  t.deepEqual(p.store.calls, { append: 1, head: 0, readStream: 0 });
});

test('a stream that is begun and was there already: each answer is of what is there', async (t) => {
  const w = createBoxWorld(t);
  const elsewhere = w.start();
  await elsewhere.put('red');
  const [first, second, third, fourth] = [w.start(), w.start(), w.start(), w.start()];
  for (const { begin } of [first, second, third, fourth]) begin();
  t.is(await kindOf(first.put('red')), 'unchanged');
  t.deepEqual(await second.balls(), ['red']);
  await second.put('blue');
  t.is(await kindOf(third.put('green')), 'refused:box_full');
  t.deepEqual(await fourth.recent(), ['red', 'blue'], 'nothing is recent before a look');
  first.begin();
  t.deepEqual(await first.since(0), ['red'], 'what is known stays known');
});

test('a reaction that is faster than the answer to an append waits for that, and asks nothing more', async (t) => {
  const { put, since, store } = createBoxWorld(t).start();
  await put('red');
  const { head } = store.calls;
  store.appendFaults.push('held');
  const blue = put('blue');
  while (store.appendFaults.length > 0) await turn();
  const seen = since(1);
  store.release();
  t.deepEqual(await seen, ['red', 'blue']);
  await blue;
  t.is(store.calls.head, head);
});

test('a caller that asks for less than is known does not spare the others of the round their look', async (t) => {
  const w = createBoxWorld(t);
  const [here, elsewhere] = [w.start(), w.start()];
  await here.put('red');
  await elsewhere.put('blue');
  const counted = here.store.calls.head;
  const [fresh] = await Promise.all([here.balls(), here.since(1)]);
  t.deepEqual(fresh, ['red', 'blue']);
  t.is(here.store.calls.head, counted + 1);
});

test('a decision after a conflict rests on a fresh read: it needs no second look', async (t) => {
  const w = createBoxWorld(t);
  const [here, elsewhere] = [w.start(), w.start()];
  await here.put('red');
  await elsewhere.put('blue');
  const { head } = here.store.calls;
  t.is(await kindOf(here.put('green')), 'refused:box_full');
  t.is(here.store.calls.head, head);
});

test('the first caller waits for others for a few turns only, however many come', async (t) => {
  const { look } = createBoxWorld(t).start();
  const answered: Promise<unknown>[] = [];
  let first: number | undefined;
  for (let turns = 0; turns < 20 * limits.roundGatherTurnsMax; turns += 1) {
    // Before the round's own: each of its turns brings one more.
    const next = turn();
    const asked = look();
    answered.push(asked);
    if (turns === 0) answered.push(asked.then(() => (first = answered.length)));
    await next;
  }
  await Promise.all(answered);
  t.true((first ?? Infinity) <= 2 * limits.roundGatherTurnsMax + 2, `after ${first} turns`);
});

test('a cold fold starts at the last snapshot, and still checks the chain into it', async (t) => {
  const counting = createBoxDecider({ capacity: 100, snapshots: true });
  const w = createBoxWorld(t);
  const { handler } = w.start();
  for (const ball of ['a', 'b', 'c']) await handler.handle(counting, stream, put(ball), context);
  await handler.handle(counting, stream, { type: 'Count' }, context);
  await handler.handle(counting, stream, put('d'), context);
  const reads = createCountedReads();
  const cold = w.start({ doctored: reads.wrap });
  t.like(await cold.handler.read(counting, stream), { state: { balls: ['a', 'b', 'c', 'd'] }, revision: 4 });
  t.is(reads.take('box'), 3, 'the newest, the snapshot, and the one before it');

  const forged = (store: EventStore): EventStore => ({
    ...store,
    readStream: async function* (stream, options) {
      for await (const event of store.readStream(stream, options)) {
        yield event.type === 'BoxCounted' ? { ...event, data: '{"balls":["a","b","c","z"]}' } : event;
      }
    },
  });
  const fault = await t.throwsAsync(w.start({ doctored: forged }).handler.read(counting, stream), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'chain_broken', stream, revision: 3, type: 'BoxCounted' } });
});

test('a stream that has become shorter is a fault, and no answer is given on it', async (t) => {
  let lost = false;
  const losing = (store: EventStore): EventStore => ({
    ...store,
    head: async (stream) => (lost ? undefined : store.head(stream)),
  });
  const p = createBoxWorld(t).start({ doctored: losing });
  await p.put('red');
  lost = true;
  const fault = await t.throwsAsync(p.look(), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'tail_missing', stream, revision: 0, head: 'none' } });
});

test('a stream is folded by the one decider of its category', async (t) => {
  const { handler, look } = createBoxWorld(t).start();
  await t.throwsAsync(look('ledger-1'), { instanceOf: BrokenInvariant });
  await look();
  await t.throwsAsync(handler.read(createBoxDecider(), stream), { instanceOf: BrokenInvariant });
  await t.throwsAsync(handler.readRecent(createBoxDecider(), stream, 1_000), { instanceOf: BrokenInvariant });
});
