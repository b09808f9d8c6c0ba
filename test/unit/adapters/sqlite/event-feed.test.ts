/** Where the events of the embedded feed come from: memory where it can, the file where it must. */
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createLog, type OpenWriter } from '../../../../src/adapters/sqlite/log.ts';
import { type Appended, type AppendRequest, createLogWriter } from '../../../../src/adapters/sqlite/log-writer.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { EventFeed, FeedOptions } from '../../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { collect, newEvent, newEvents, newStream } from '../../../contract/samples.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { allEvents } from '../../../support/log/memory-log.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { databaseAt, logAt, logOn, realTimers } from './open.ts';

const follow = async (feed: EventFeed, from: string, count: number, options?: FeedOptions): Promise<StoredEvent[]> => {
  const all: StoredEvent[] = [];
  for await (const { events } of feed.subscribe(from, options)) {
    all.push(...events);
    if (all.length >= count) break;
  }
  return all;
};

const sameObjects = (one: readonly unknown[], two: readonly unknown[]): boolean =>
  one.length === two.length && one.every((event, index) => event === two[index]);

test('all followers get the same objects, with any filter', async (t) => {
  const { store, feed } = logAt(t);
  const stream = newStream('job');
  const all = [follow(feed, '', 20), follow(feed, '', 20, { categories: ['job'], batchMax: 3 })];
  for (let revision = 0; revision < 20; revision += 1) {
    await store.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
  }
  const [one = [], two = []] = await Promise.all(all);
  t.true(sameObjects(one, two));
  t.true(sameObjects(one, await follow(feed, '', 20)), 'also who comes a little later');
  const read = await allEvents({ feed });
  t.deepEqual(read, one);
  t.false(sameObjects(read, one), 'the check can tell copies apart');
});

test('a follower behind the tail in memory gets the rest from the file, and misses nothing', async (t) => {
  const { store, feed } = logAt(t);
  const stream = newStream();
  await store.append(stream, 'none', newEvents(10));
  const seen: StoredEvent[] = [];
  const count = 2 * limits.feedTailEventsMax;
  for await (const { events } of feed.subscribe('', { batchMax: 10 })) {
    seen.push(...events);
    // While this one deals with its first batch, the log runs away from it.
    for (let at = 10; at < count && seen.length === 10; at += 1_000)
      await store.append(stream, at - 1, newEvents(1_000));
    if (seen.length >= count) break;
  }
  t.deepEqual(
    seen.map(({ revision }) => revision),
    Array.from({ length: seen.length }, (_, n) => n),
  );
});

test('memory is bounded by bytes too', async (t) => {
  const { store, feed } = logAt(t);
  const stream = newStream();
  const data = JSON.stringify('x'.repeat(120_000));
  const count = Math.ceil((1.5 * limits.feedTailBytesMax) / 120_000);
  for (let n = 0; n < count; n += 1) await store.append(stream, n === 0 ? 'none' : n - 1, [newEvent({ data })]);
  const [one, two] = [await follow(feed, '', count), await follow(feed, '', count)];
  t.is(one.length, count);
  t.false(one[0] === two[0], 'the first ones came from the file');
  t.true(one.at(-1) === two.at(-1), 'the last ones from memory');
});

test('a filter that finds nothing for long does not keep the event loop to itself', async (t) => {
  const { store, feed } = logAt(t);
  const stream = newStream('many');
  const count = 2 * limits.feedScanRowsMax + 1;
  for (let at = 0; at < count; at += 1_000) {
    await store.append(stream, at === 0 ? 'none' : at - 1, newEvents(Math.min(1_000, count - at)));
  }
  const batches = await collect(feed.read('', { categories: ['few'] }));
  t.deepEqual(
    batches.map(({ through }) => through),
    [limits.feedScanRowsMax, 2 * limits.feedScanRowsMax, count].map((seq) => `0000-${String(seq).padStart(12, '0')}`),
  );
});

test("another process's appends are found by the poll, and only while somebody follows", async (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const { timers, advance, sleeping } = createFakeClock();
  const log = logOn(t, databaseAt(path), timers);
  const other = logAt(t, path);
  t.is(sleeping(), 0);
  const stopping = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { events } of log.feed.subscribe('', { signal: stopping.signal })) {
      seen.push(...events.map(({ id }) => id));
    }
  })();
  await turn();
  t.is(sleeping(), 1);
  const events = newEvents(2);
  await other.store.append(newStream(), 'none', events);
  for (let turns = 0; turns < 10; turns += 1) await turn();
  t.deepEqual(seen, []);
  await advance(limits.foreignAppendPollMs);
  t.deepEqual(
    seen,
    events.map(({ id }) => id),
  );
  stopping.abort();
  await following;
  await turn();
  t.is(sleeping(), 0, 'nobody follows, nobody polls');
});

test('a subscriber that leaves early leaves nothing behind', async (t) => {
  const { timers, sleeping } = createFakeClock();
  const log = logOn(t, databaseAt(':memory:'), timers);
  await log.store.append(newStream(), 'none', newEvents(3));
  const signal = new AbortController().signal;
  let listeners = 0;
  const counted = new Proxy(signal, {
    get: (target, name) => {
      if (name === 'addEventListener') listeners += 1;
      if (name === 'removeEventListener') listeners -= 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  for (let round = 0; round < 5; round += 1) {
    t.is((await follow(log.feed, '', 1, { batchMax: 1, signal: counted })).length, 1);
    const waiting = follow(log.feed, await log.feed.head(), 1, { signal: counted });
    await turn();
    const head = await log.store.append(newStream(), 'none', newEvents(1));
    t.is((await waiting)[0]?.position, head.position);
  }
  await turn();
  t.is(listeners, 0);
  t.is(sleeping(), 0);
});

test('an append of ours that shows in the file before it is answered comes from memory all the same', async (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const other = logAt(t, path);
  const answered = Promise.withResolvers<void>();
  // As a thread does, whose answer is still on its way when the file has what it wrote.
  const openWriter: OpenWriter = ({ timers, fatal }) => {
    const writer = createLogWriter(databaseAt(path), { timers, fatal });
    const append = async (request: AppendRequest): Promise<Appended> => {
      const result = await writer.append(request);
      await answered.promise;
      return result;
    };
    return { ...writer, append };
  };
  const log = createLog(databaseAt(path), { timers: realTimers, fatal: (error) => t.fail(String(error)), openWriter });
  const seen: StoredEvent[] = [];
  const following = (async () => {
    for await (const { events } of log.feed.subscribe('')) if (seen.push(...events) >= 3) return;
  })();
  const stream = newStream();
  const appending = log.store.append(stream, 'none', newEvents(2));
  await eventually('it is in the file', async () => (await log.feed.head()) === '0000-000000000002');
  for (let turns = 0; turns < 10; turns += 1) await turn();
  t.is(seen.length, 0, 'nothing is read from the file for it');
  answered.resolve();
  await appending;
  await other.store.append(newStream(), 'none', newEvents(1));
  await following;
  t.is(seen.length, 3, 'appends of others come as before');
  t.true(sameObjects(seen.slice(0, 2), await follow(log.feed, '', 2, { batchMax: 2 })));
});
