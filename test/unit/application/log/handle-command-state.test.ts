/** The state that commands are decided on: folded once, checked on the way, kept no longer than it is true. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { EventStore, StoredEvent } from '../../../../src/ports/event-store.ts';
import { type BoxCommand, boxEvents, createBoxDecider } from '../../../support/log/box-aggregate.ts';
import { type CommandProcess, context, createCommandWorld, type Scope } from '../../../support/log/command-world.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createCountedReads } from '../../../support/log/counted-reads.ts';

const box = createBoxDecider({ capacity: 2 });
const stream = 'box-1';
const put = (ball: string): BoxCommand => ({ type: 'Put', ball });
const world = (t: Scope) => createCommandWorld(t, boxEvents);
const handle = async ({ handler }: CommandProcess, command: BoxCommand) =>
  handler.handle(box, stream, command, context);

test('a recent look is answered from memory while it is young enough', async (t) => {
  const w = world(t);
  const { clock, advance } = createFakeClock();
  const [here, elsewhere] = [w.start({ clock }), w.start()];
  const look = async () => (await here.handler.readRecent(box, stream, 1_000)).state.balls;
  t.deepEqual(await look(), []);
  await handle(elsewhere, put('red'));
  await advance(1_000);
  t.deepEqual(await look(), [], 'as old as it may be');
  await advance(1);
  t.deepEqual(await look(), ['red']);
});

test('while the log does not answer, a recent look is answered from memory, for a while', async (t) => {
  const w = world(t);
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
  const here = w.start({ clock, doctored: away });
  const look = async (one = stream) => (await here.handler.readRecent(box, one, 1_000)).state.balls;
  await handle(here, put('red'));
  await advance(limits.outageStateAgeMaxMs);
  log.isAway = true;
  t.deepEqual(await look(), ['red']);
  await t.throwsAsync(here.handler.read(box, stream), { instanceOf: Fault, message: /does not answer/ });
  await t.throwsAsync(look('box-2'), { instanceOf: Fault }, 'what was never seen is not made up');
  await advance(1);
  await t.throwsAsync(look(), { instanceOf: Fault }, 'who was removed elsewhere does not read for ever');
});

test('while the log is silent, a recent look is answered from memory soon, and goes on', async (t) => {
  const w = world(t);
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
  const look = async () => (await here.handler.readRecent(box, stream, 1_000)).state.balls;
  const first = look();
  await advance(limits.roundGatherTurnsMax);
  t.deepEqual(await first, []);
  await handle(elsewhere, put('red'));
  await advance(1_001);
  const looks = Promise.all([look(), look()]);
  await advance(limits.recentLookMaxMs + limits.deadlineLookMs);
  t.deepEqual(await Promise.race([looks, turn('no answer yet')]), [[], []]);
  gate.resolve();
  await advance(1, 20);
  t.deepEqual(await look(), ['red'], 'the look went on');
});

test('a reaction reads a state that has its event, from memory when that is as new', async (t) => {
  const w = world(t);
  const [here, elsewhere] = [w.start(), w.start()];
  const balls = async (revision: number) => (await here.handler.readSince(box, stream, revision)).state.balls;
  await handle(here, put('red'));
  t.deepEqual(await balls(0), ['red']);
  t.is(here.store.calls.head, 0, 'what this process has appended it has seen');
  await handle(elsewhere, put('blue'));
  t.deepEqual(await balls(1), ['red', 'blue']);
  t.true(here.store.calls.head > 0);
});

test('a question before the read of the stream needs no second look; one during the read does', async (t) => {
  const w = world(t);
  const elsewhere = w.start();
  await handle(elsewhere, put('red'));
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
  const { handler, store } = w.start({ doctored: held });
  const look = async () => (await handler.read(box, stream)).state.balls;
  const first = look();
  while (passing.length === 0) await turn();
  await handle(elsewhere, put('blue'));
  const second = look();
  const answers = Promise.all([first, second]);
  for (let over = false; !over; await turn()) {
    passing.shift()?.();
    over = await Promise.race([answers.then(() => true), turn().then(() => false)]);
  }
  t.deepEqual(await second, ['red', 'blue'], 'asked after the second ball was put');
  t.true(store.calls.head > 0);

  const { handler: cold, store: reads } = w.start();
  t.deepEqual((await cold.read(box, stream)).state.balls, ['red', 'blue']);
  t.deepEqual(reads.calls, { append: 0, head: 0, readStream: 1 });
});

test('a stream that is begun is appended to without a look', async (t) => {
  const w = world(t);
  const { handler, store } = w.start();
  handler.begin(box, stream);
  t.is((await handler.handle(box, stream, put('red'), context)).kind, 'accepted');
  t.deepEqual(store.calls, { append: 1, head: 0, readStream: 0 });
});

test('a stream that is begun and was there already: each answer is of what is there', async (t) => {
  const w = world(t);
  const elsewhere = w.start();
  await handle(elsewhere, put('red'));
  const [first, second, third, fourth] = [w.start(), w.start(), w.start(), w.start()];
  for (const { handler } of [first, second, third, fourth]) handler.begin(box, stream);
  t.is((await handle(first, put('red'))).kind, 'unchanged');
  t.deepEqual((await second.handler.read(box, stream)).state.balls, ['red']);
  await handle(second, put('blue'));
  t.is((await handle(third, put('green'))).kind, 'refused', 'the box is full');
  const recent = await fourth.handler.readRecent(box, stream, 1_000);
  t.deepEqual(recent.state.balls, ['red', 'blue'], 'nothing is recent before a look');
  first.handler.begin(box, stream);
  t.deepEqual((await first.handler.readSince(box, stream, 0)).state.balls, ['red'], 'what is known stays known');
});

test('a reaction that is faster than the answer to an append waits for that, and asks nothing more', async (t) => {
  const w = world(t);
  const { handler, store } = w.start();
  await handler.handle(box, stream, put('red'), context);
  const { head } = store.calls;
  store.appendFaults.push('held');
  const blue = handler.handle(box, stream, put('blue'), context);
  while (store.appendFaults.length > 0) await turn();
  const seen = handler.readSince(box, stream, 1);
  store.release();
  t.deepEqual((await seen).state.balls, ['red', 'blue']);
  await blue;
  t.is(store.calls.head, head);
});

test('a caller that asks for less than is known does not spare the others of the round their look', async (t) => {
  const w = world(t);
  const [here, elsewhere] = [w.start(), w.start()];
  await handle(here, put('red'));
  await handle(elsewhere, put('blue'));
  const counted = here.store.calls.head;
  const [fresh] = await Promise.all([here.handler.read(box, stream), here.handler.readSince(box, stream, 1)]);
  t.deepEqual(fresh.state.balls, ['red', 'blue']);
  t.is(here.store.calls.head, counted + 1);
});

test('a decision after a conflict rests on a fresh read: it needs no second look', async (t) => {
  const w = world(t);
  const [here, elsewhere] = [w.start(), w.start()];
  await handle(here, put('red'));
  await handle(elsewhere, put('blue'));
  const { head } = here.store.calls;
  t.is((await handle(here, put('green'))).kind, 'refused', 'the box is full');
  t.is(here.store.calls.head, head);
});

test('the first caller waits for others for a few turns only, however many come', async (t) => {
  const w = world(t);
  const { handler } = w.start();
  const answered: Promise<unknown>[] = [];
  let first: number | undefined;
  for (let turns = 0; turns < 20 * limits.roundGatherTurnsMax; turns += 1) {
    // Before the round's own: each of its turns brings one more.
    const next = turn();
    const asked = handler.read(box, stream);
    answered.push(asked);
    if (turns === 0) answered.push(asked.then(() => (first = answered.length)));
    await next;
  }
  await Promise.all(answered);
  t.true((first ?? Infinity) <= 2 * limits.roundGatherTurnsMax + 2, `after ${first} turns`);
});

test('a cold fold starts at the last snapshot, and still checks the chain into it', async (t) => {
  const counting = createBoxDecider({ capacity: 100, snapshots: true });
  const w = world(t);
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
  const w = world(t);
  let lost = false;
  const losing = (store: EventStore): EventStore => ({
    ...store,
    head: async (stream) => (lost ? undefined : store.head(stream)),
  });
  const { handler } = w.start({ doctored: losing });
  await handler.handle(box, stream, put('red'), context);
  lost = true;
  const fault = await t.throwsAsync(handler.read(box, stream), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'tail_missing', stream, revision: 0, head: 'none' } });
});

test('a stream is folded by the one decider of its category', async (t) => {
  const w = world(t);
  const { handler } = w.start();
  await t.throwsAsync(handler.read(box, 'ledger-1'), { instanceOf: BrokenInvariant });
  await handler.read(box, stream);
  await t.throwsAsync(handler.read(createBoxDecider(), stream), { instanceOf: BrokenInvariant });
  await t.throwsAsync(handler.readRecent(createBoxDecider(), stream, 1_000), { instanceOf: BrokenInvariant });
});
