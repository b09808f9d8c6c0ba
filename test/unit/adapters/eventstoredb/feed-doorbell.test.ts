/** A subscription is only a doorbell: whatever its end, followers miss and repeat nothing. */
import test from 'ava';
import { limits } from '../../../../src/kernel/limits.ts';
import { newCategory, newEvents, newStream } from '../../../contract/samples.ts';
import type { Strike } from '../../../support/event-store-double/faults.ts';
import type { EventStoreDouble } from '../../../support/event-store-double/start.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { appendMany, follow, openBoth, openFollowed, quiet, revisionsOf, upTo } from './open.ts';

/** How often the server was asked for a subscription from now on. */
const countSubscriptions = ({ faults }: EventStoreDouble): (() => number) => {
  const counter = faults.next({ on: 'subscribe', kind: 'slow', ms: 0, times: Infinity });
  return () => counter.fired();
};

const strikes: readonly Strike[] = ['unavailable', 'timeout', 'too-slow', 'unknown', 'cancelled', 'internal', 'end'];

for (const kind of strikes) {
  test(`a subscription that ends by ${kind} is no news to followers`, async (t) => {
    const { log, stream, follower } = await openFollowed(t);
    await appendMany(log.store, stream, 0, 5);
    await eventually('the first five came', () => follower.seen.length === 5);
    await quiet(log.double);
    t.is(log.double.faults.strikeSubscriptions(kind), 1);
    await appendMany(log.store, stream, 5, 5);
    await eventually('all ten came', () => follower.seen.length >= 10);
    t.deepEqual(revisionsOf(follower), upTo(10));
    t.is(follower.drops(), 0);
    await quiet(log.double);
    await follower.stop();
    await eventually('nothing is left open', () => log.double.faults.openReads() === 0);
  });
}

test('a cut connection costs followers nothing but time', async (t) => {
  const { log, stream, follower } = await openFollowed(t);
  await appendMany(log.store, stream, 0, 5);
  await quiet(log.double);
  const subscriptions = countSubscriptions(log.double);
  t.is(log.double.faults.strikeSubscriptions('cut'), 1);
  await eventually('it listens again', () => subscriptions() > 0);
  await appendMany(log.store, stream, 5, 5);
  await eventually('all ten came', () => follower.seen.length >= 10);
  t.deepEqual(revisionsOf(follower), upTo(10));
});

test('more events at once than the server keeps for a subscription drop no follower', async (t) => {
  const { log, stream, follower } = await openFollowed(t);
  await log.store.append(stream, 'none', newEvents(1));
  for (let round = 0; round < 5; round += 1) {
    const before = 1 + round * 200;
    await eventually('all is heard', () => follower.seen.length === before);
    await quiet(log.double);
    await log.store.append(stream, before - 1, newEvents(200));
  }
  await eventually('all have come', () => follower.seen.length === 1_001);
  t.deepEqual(revisionsOf(follower), upTo(1_001));
  t.is(follower.drops(), 0);
});

test('many concurrent writers drop no follower', async (t) => {
  const { log, category, follower } = await openFollowed(t);
  const lanes = upTo(16).map(() => newStream(category));
  await quiet(log.double);
  for (let round = 0; round < 5; round += 1) {
    const expected = round === 0 ? 'none' : round * 20 - 1;
    await Promise.all(lanes.map(async (stream) => log.store.append(stream, expected, newEvents(20))));
  }
  await eventually('all have come', () => follower.seen.length === 16 * 100);
  for (const lane of lanes) {
    const own = follower.seen.filter(({ stream }) => stream === lane);
    t.deepEqual(
      own.map(({ revision }) => revision),
      upTo(100),
    );
  }
  t.is(follower.drops(), 0);
});

test('a subscription that fell silent is noticed: it lacks what the log has', async (t) => {
  const { timers: background, advance } = createFakeClock();
  const { log, stream, follower } = await openFollowed(t, { background });
  await appendMany(log.store, stream, 0, 1);
  await quiet(log.double);
  log.double.faults.strikeSubscriptions('no-answer');
  await appendMany(log.store, stream, 1, 3);
  t.deepEqual([follower.seen.length, follower.drops()], [1, 0], 'without a look nobody would ever know');
  await eventually('what was missed came', async () => {
    await advance(limits.feedWatchMs);
    return follower.seen.length === 4;
  });
  t.is(follower.drops(), 0);
});

test('a quiet log is not a silent one', async (t) => {
  const { timers: background, advance } = createFakeClock();
  const { log, stream, follower } = await openFollowed(t, { background });
  await appendMany(log.store, stream, 0, 1);
  await quiet(log.double);
  t.is(follower.seen.length, 1);
  const subscriptions = countSubscriptions(log.double);
  for (let look = 0; look < 10; look += 1) {
    await advance(limits.feedWatchMs);
    await log.feed.head();
  }
  t.is(follower.drops(), 0);
  t.is(subscriptions(), 0);
});

test('a subscription that is never confirmed holds nothing up for longer than a look', async (t) => {
  const { timers: background, advance } = createFakeClock();
  const log = await openBoth(t, { background });
  const held = log.double.faults.next({ on: 'subscribe', kind: 'slow', times: Infinity });
  const category = newCategory();
  const follower = follow(t, log, category);
  await eventually('it is asked for', () => held.fired() === 1);
  await appendMany(log.store, newStream(category), 0, 1);
  await eventually('the event is found', async () => {
    await advance(limits.feedWatchMs);
    return follower.seen.length === 1;
  });
  t.is(follower.drops(), 0);
});

test('a server that takes no subscriptions is followed all the same', async (t) => {
  const log = await openBoth(t);
  const refused = log.double.faults.next({ on: 'subscribe', kind: 'timeout', times: Infinity });
  const category = newCategory();
  const stream = newStream(category);
  const follower = follow(t, log, category);
  await eventually('it has refused some', () => refused.fired() >= 2);
  await appendMany(log.store, stream, 0, 20);
  await eventually('all came', () => follower.seen.length === 20);
  t.is(follower.drops(), 0);
  refused.cancel();
  await quiet(log.double);
});
