/** Drops, failed reads, and their remains. */
import test from 'ava';
import { collect, newCategory, newEvents, newStream, rejectsWith } from '../../../contract/samples.ts';
import { eventually, untilItSucceeds } from '../../../support/kernel/eventually.ts';
import { appendMany, callsOn, follow, openBoth, openFollowed, openOn, quiet, revisionsOf, upTo } from './open.ts';

test('a server that is gone is unavailable, and comes back by itself on the same port', async (t) => {
  const { log, stream, follower } = await openFollowed(t);
  await appendMany(log.store, stream, 0, 2);
  await eventually('it is live', () => follower.seen.length === 2);
  for (let round = 0; round < 3; round += 1) {
    await log.double.stop();
    const written = 2 + round * 2;
    await rejectsWith(t, log.store.head(stream), 'unavailable');
    await rejectsWith(t, log.feed.head(), 'unavailable');
    await rejectsWith(t, collect(log.store.readStream(stream)), 'unavailable');
    await rejectsWith(t, collect(log.feed.read('')), 'unavailable');
    const mine = newEvents(1);
    await rejectsWith(t, log.store.append(stream, written - 1, mine), 'unavailable');
    await log.double.start();
    await untilItSucceeds('the store is back', async () => log.store.append(stream, written - 1, mine));
    await appendMany(log.store, stream, written + 1, 1);
    await eventually('the feed is back', () => follower.seen.length === written + 2);
  }
  t.deepEqual(revisionsOf(follower), upTo(8));
});

test('a server that is down at the start is no error of the start', async (t) => {
  const { double, store: before } = await openBoth(t);
  const stream = newStream();
  await appendMany(before, stream, 0, 1);
  await double.stop();
  // One host, and several, where the client must find the leader.
  const hosts = `esdb://127.0.0.1:${double.port},127.0.0.1:${double.port}`;
  for (const url of [double.url, `${hosts}?tls=false&maxDiscoverAttempts=1&discoveryInterval=1`]) {
    const { store, feed } = openOn(t, url);
    await rejectsWith(t, store.append(stream, 0, newEvents(1)), 'unavailable');
    await rejectsWith(t, feed.subscribe('')[Symbol.asyncIterator]().next(), 'unavailable');
    await double.start();
    await eventually('it is back', async () => (await store.head(stream))?.revision === 0);
    await double.stop();
  }
});

test('all followers share one subscription, and the last one to leave ends it', async (t) => {
  const log = await openBoth(t);
  const category = newCategory();
  const followers = [1, 2, 3].map(() => follow(t, log, category));
  await appendMany(log.store, newStream(category), 0, 3);
  await eventually('all are live', () => followers.every(({ seen }) => seen.length === 3));
  await quiet(log.double);
  const [first, ...others] = followers.map(({ seen }) => seen.at(-1));
  await followers[0]?.stop();
  await quiet(log.double);
  await Promise.all(followers.map(async ({ stop }) => stop()));
  await eventually('it is gone', () => log.double.faults.openSubscriptions() === 0);
  for (const other of others) t.deepEqual(other, first);
});

test('a read that stops halfway without an error is not the end of the log', async (t) => {
  const log = await openBoth(t);
  const category = newCategory();
  await appendMany(log.store, newStream(category), 0, 5);
  const read = async (): Promise<number[]> =>
    (await collect(log.feed.read('', { categories: [category] }))).flatMap(({ events }) =>
      events.map(({ revision }) => revision),
    );
  // A look at the end is asked again.
  for (const events of [0, 4]) {
    const other = openOn(t, log.double.url);
    const last = log.double.faults.next({ on: 'read', kind: 'slow', ms: 0, streams: '$all' });
    const half = log.double.faults.next({ on: 'read', kind: 'end', streams: '$all', events });
    t.is(await other.feed.head(), await log.feed.head());
    t.deepEqual([last.fired(), half.fired()], [1, 1]);
  }
  // Now that the end is known one read looks at it; the server's own events are the first three.
  for (const events of [0, 4, 6]) {
    const whole = log.double.faults.next({ on: 'read', kind: 'slow', ms: 0, streams: '$all' });
    const halves = log.double.faults.next({ on: 'read', kind: 'end', streams: '$all', events });
    if (events === 0) await rejectsWith(t, read(), 'unavailable', 'nothing came, and there is something');
    else t.deepEqual(await read(), upTo(5), `after ${events}`);
    t.deepEqual([whole.fired(), halves.fired()], [1, 1]);
  }
});

test('readers that leave early leave no call behind', async (t) => {
  const { store, feed, double } = await openBoth(t);
  const category = newCategory();
  const stream = newStream(category);
  await store.append(stream, 'none', newEvents(600));
  for await (const event of store.readStream(stream)) if (event.revision === 300) break;
  for await (const { events } of feed.read('', { categories: [category], batchMax: 5 })) if (events.length > 0) break;
  for await (const { events } of feed.subscribe('', { categories: [category], batchMax: 5 })) {
    if (events.length > 0) break;
  }
  await eventually('nothing is left open', () => double.faults.openReads() === 0);
  t.is(double.faults.openSubscriptions(), 0);
});

test('a read that has no answer within its deadline is asked again', async (t) => {
  const log = await openBoth(t);
  const hasty = openOn(t, log.double.url, { deadlineMs: 2_000 });
  const category = newCategory();
  const stream = newStream(category);
  const follower = follow(t, hasty, category);
  await appendMany(log.store, stream, 0, 1);
  await eventually('it came', () => follower.seen.length === 1);
  const ofStream = log.double.faults.next({ on: 'read', kind: 'no-answer', streams: stream });
  t.is((await collect(hasty.store.readStream(stream))).length, 1);
  const ofAll = log.double.faults.next({ on: 'read', kind: 'no-answer', streams: '$all' });
  await appendMany(log.store, stream, 1, 1);
  await eventually('a page is asked for in vain', () => ofAll.fired() === 1);
  await appendMany(log.store, stream, 2, 1);
  await eventually('both came, too', () => follower.seen.length === 3);
  t.deepEqual([ofStream.fired(), follower.drops()], [1, 0]);
});

test('of large reads there is one at a time; sabotage: reads that do not wait are found', async (t) => {
  const log = await openBoth(t);
  const [category, other] = [newCategory(), newCategory()];
  const [stream, long] = [newStream(category), newStream(other)];
  await log.store.append(long, 'none', newEvents(500));
  await log.store.append(stream, 'none', newEvents(300));
  const followers = upTo(2).map(() => follow(t, log, category));
  const all = async (): Promise<number> =>
    (await collect(log.feed.read(''))).reduce((sum, { events }) => sum + events.length, 0);
  const reads = upTo(4).map(async (lane) =>
    lane % 2 === 0 ? all() : (await collect(log.store.readStream(long))).length,
  );
  await log.store.append(stream, 299, newEvents(100));
  t.true((await Promise.all(reads)).every((count) => count >= 500));
  await eventually('all have come', () => followers.every(({ seen }) => seen.length === 400));
  t.is(log.double.faults.largeReadsAtOnceMax(), 1);
  const unbound = callsOn(t, log.double.url);
  await Promise.all(
    upTo(2).map(async () => unbound.read({ of: 'all', from: 'start', direction: 'forwards', count: 500 })),
  );
  t.is(log.double.faults.largeReadsAtOnceMax(), 2);
});
