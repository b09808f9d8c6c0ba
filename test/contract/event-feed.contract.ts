/** What every event feed does: see src/ports/event-feed.ts. Others may write to the same log at any moment. */
import type { ExecutionContext } from 'ava';
import type { Position } from '../../src/kernel/position.ts';
import type { EventFeed, FeedBatch, FeedOptions } from '../../src/ports/event-feed.ts';
import type { EncodedEvent, EventStore, StoredEvent } from '../../src/ports/event-store.ts';
import type { Check } from './check.ts';
import type { LogSubject } from './log-subject.ts';
import { collect, newCategory, newEvents, newStream } from './samples.ts';

/** Checks what holds for any run of batches, and returns their events. */
const eventsOf = (t: ExecutionContext, from: Position, batches: readonly FeedBatch[]): StoredEvent[] => {
  let at = from;
  for (const { events, through } of batches) {
    for (const { position } of events) {
      t.true(position > at, 'positions grow');
      at = position;
    }
    t.true(through >= at, 'a batch has looked at least as far as its last event');
    at = through;
  }
  return batches.flatMap(({ events }) => events);
};

const read = async (
  t: ExecutionContext,
  feed: EventFeed,
  from: Position,
  options?: FeedOptions,
): Promise<StoredEvent[]> => eventsOf(t, from, await collect(feed.read(from, options)));

/** Follows the feed until it has given `count` events. Says nothing of them, so that it may be awaited late. */
const follow = async (
  feed: EventFeed,
  from: Position,
  count: number,
  options?: FeedOptions,
): Promise<readonly FeedBatch[]> => {
  const batches: FeedBatch[] = [];
  let seen = 0;
  for await (const batch of feed.subscribe(from, options)) {
    batches.push(batch);
    seen += batch.events.length;
    if (seen >= count) break;
  }
  return batches;
};

/** Appends to a few streams of one category, in turns, one event at a time. */
const appendTo = async (store: EventStore, streams: readonly string[], rounds: number, from = 0): Promise<void> => {
  for (let round = from; round < from + rounds; round += 1) {
    for (const stream of streams) await store.append(stream, round === 0 ? 'none' : round - 1, newEvents(1));
  }
};

const storedOf = async (store: EventStore, streams: readonly string[]): Promise<StoredEvent[]> => {
  const all: StoredEvent[] = [];
  for (const stream of streams) all.push(...(await collect(store.readStream(stream))));
  return all.toSorted((a, b) => (a.position < b.position ? -1 : 1));
};

const bare = ({ id, type, data, metadata }: EncodedEvent): EncodedEvent => ({ id, type, data, metadata });

const newStreams = (category: string, count: number): string[] =>
  Array.from({ length: count }, () => newStream(category));

const reading: readonly Check<LogSubject>[] = [
  {
    name: 'read gives the events after a position, in the order of the log, as the streams hold them',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const streams = newStreams(category, 3);
      const before = await feed.head();
      await appendTo(store, streams, 4);
      const events = await read(t, feed, before, { categories: [category] });
      t.is(events.length, 12);
      t.deepEqual(events, await storedOf(store, streams));
    },
  },
  {
    name: 'a reader may go on from any position that it was given, and misses and repeats nothing',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const before = await feed.head();
      await appendTo(store, newStreams(category, 2), 5);
      const events = await read(t, feed, before, { categories: [category] });
      for (const [index, { position }] of events.entries()) {
        t.deepEqual(await read(t, feed, position, { categories: [category] }), events.slice(index + 1));
      }
      for (const batchMax of [1, 3]) {
        const batches = await collect(feed.read(before, { categories: [category], batchMax }));
        t.true(batches.every((batch) => batch.events.length <= batchMax));
        t.deepEqual(eventsOf(t, before, batches), events);
        for (const [index, { through }] of batches.entries()) {
          const rest = batches.slice(index + 1).flatMap((batch) => batch.events);
          t.deepEqual(await read(t, feed, through, { categories: [category] }), rest);
        }
      }
    },
  },
  {
    name: 'a filter gives the events of its categories, whole names only, and tells how far it has looked',
    run: async (t, { store, feed }) => {
      const [one, two] = [newCategory(), newCategory()];
      const before = await feed.head();
      const streams = [newStream(one), newStream(two), newStream(`${one}s`), newStream(one.slice(0, -1))] as const;
      await appendTo(store, streams, 2);
      const end = await feed.head();
      const all = await storedOf(store, streams);
      const of = (...wanted: string[]): StoredEvent[] => all.filter(({ stream }) => wanted.includes(stream));
      t.deepEqual(await read(t, feed, before, { categories: [one] }), of(streams[0]));
      t.deepEqual(await read(t, feed, before, { categories: [two, one] }), of(streams[0], streams[1]));
      t.deepEqual(await read(t, feed, before, { categories: [] }), []);
      const unfiltered = await read(t, feed, before);
      t.deepEqual(
        unfiltered.filter(({ stream }) => (streams as readonly string[]).includes(stream)),
        all,
      );
      const none = await collect(feed.read(before, { categories: [newCategory()] }));
      t.deepEqual(eventsOf(t, before, none), []);
      t.true((none.at(-1)?.through ?? '') >= end);
    },
  },
  {
    name: 'the head is the position of the last event, and nothing is after it',
    run: async (t, { store, feed, another }) => {
      const category = newCategory();
      const { position } = await store.append(newStream(category), 'none', newEvents(3));
      t.true((await feed.head()) >= position);
      const [last] = await read(t, feed, position, { batchMax: 1 });
      t.true(last === undefined || last.position > position);
      t.deepEqual(await read(t, feed, await feed.head(), { categories: [category] }), []);
      const other = await another();
      const later = await other.store.append(newStream(category), 'none', newEvents(1));
      t.true((await feed.head()) >= later.position);
    },
  },
  {
    name: 'a rejected append is never seen',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const stream = newStream(category);
      const before = await feed.head();
      const kept = [...newEvents(2), ...newEvents(2)];
      await store.append(stream, 'none', kept.slice(0, 2));
      await t.throwsAsync(store.append(stream, 'none', newEvents(2)));
      await t.throwsAsync(store.append(stream, 5, newEvents(2)));
      await store.append(stream, 1, kept.slice(2));
      await t.throwsAsync(store.append(stream, 1, newEvents(2)));
      const seen = await read(t, feed, before, { categories: [category] });
      t.deepEqual(seen.map(bare), kept);
    },
  },
];

const following: readonly Check<LogSubject>[] = [
  {
    name: 'a subscriber gets what was there and what comes, without gap, repeat or disorder',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const streams = newStreams(category, 4);
      const before = await feed.head();
      await appendTo(store, streams, 10);
      const options = { categories: [category] };
      const early = follow(feed, before, 120, options);
      await appendTo(store, streams, 10, 10);
      const late = follow(feed, before, 120, { ...options, batchMax: 7 });
      await appendTo(store, streams, 10, 20);
      const stored = await storedOf(store, streams);
      t.deepEqual(eventsOf(t, before, await early), stored);
      t.deepEqual(eventsOf(t, before, await late), stored);
    },
  },
  {
    name: 'many writers and many subscribers: each subscriber gets every event once, in the order of the log',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const lanes = newStreams(category, 16);
      const before = await feed.head();
      const subscribers = Array.from({ length: 4 }, async (_, index) =>
        follow(feed, before, 320, { categories: [category], batchMax: 1 + index * 50 }),
      );
      await Promise.all(lanes.map(async (stream) => appendTo(store, [stream], 20)));
      const stored = await storedOf(store, lanes);
      for (const seen of await Promise.all(subscribers)) t.deepEqual(eventsOf(t, before, seen), stored);
    },
  },
  {
    name: 'a subscriber starts after its position: at the head it gets only what is new',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const stream = newStream(category);
      await appendTo(store, [stream], 3);
      const seen = follow(feed, await feed.head(), 2, { categories: [category] });
      await appendTo(store, [stream], 2, 3);
      t.deepEqual(
        (await seen).flatMap(({ events }) => events.map(({ revision }) => revision)),
        [3, 4],
      );
    },
  },
  {
    name: 'a subscriber that was dropped goes on from the last position that it has dealt with',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const streams = newStreams(category, 2);
      let at = await feed.head();
      const writing = appendTo(store, streams, 20);
      const seen: StoredEvent[] = [];
      while (seen.length < 40) {
        for await (const { events, through } of feed.subscribe(at, { categories: [category], batchMax: 3 })) {
          seen.push(...events);
          at = through;
          if (events.length > 0) break;
        }
      }
      await writing;
      t.deepEqual(seen, await storedOf(store, streams));
    },
  },
  {
    name: 'what another handle appends arrives too, between our own, in order',
    run: async (t, { store, feed, another }) => {
      const other = await another();
      const category = newCategory();
      const stream = newStream(category);
      const before = await feed.head();
      const options = { categories: [category] };
      const subscribers = [follow(feed, before, 30, options), follow(other.feed, before, 30, options)];
      for (let revision = 0; revision < 30; revision += 1) {
        const writer = revision % 3 === 0 ? other.store : store;
        await writer.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
      }
      const stored = await storedOf(store, [stream]);
      for (const seen of await Promise.all(subscribers)) t.deepEqual(eventsOf(t, before, seen), stored);
    },
  },
  {
    name: 'a subscriber whose filter leaves everything out is still told how far it has looked',
    run: async (t, { store, feed }) => {
      const before = await feed.head();
      const { position } = await store.append(newStream(), 'none', newEvents(3));
      let through = before;
      for await (const batch of feed.subscribe(before, { categories: [newCategory()] })) {
        t.deepEqual(batch.events, []);
        through = batch.through;
        if (through >= position) break;
      }
      t.true(through >= position);
    },
  },
  {
    name: 'a subscription ends when its signal aborts: before, while it waits, and while its batch is dealt with',
    run: async (t, { store, feed }) => {
      const category = newCategory();
      const before = await feed.head();
      const options = (signal: AbortSignal): FeedOptions => ({ categories: [category], signal });
      t.deepEqual(await collect(feed.subscribe(before, options(AbortSignal.abort()))), []);
      const waiting = new AbortController();
      const idle = collect(feed.subscribe(before, options(waiting.signal)));
      await store.append(newStream(category), 'none', newEvents(1));
      const dealing = new AbortController();
      let seen = 0;
      for await (const { events } of feed.subscribe(before, { ...options(dealing.signal), batchMax: 1 })) {
        seen += events.length;
        if (seen > 0) dealing.abort();
      }
      t.is(seen, 1);
      waiting.abort();
      t.true(eventsOf(t, before, await idle).length <= 1);
    },
  },
  {
    name: 'a subscriber of a log that is closed under it is told so',
    run: async (t, { store, feed, another }) => {
      const other = await another();
      const subscription = follow(feed, await feed.head(), 1_000_000, { categories: [newCategory()] });
      const told = t.throwsAsync(subscription, { code: 'unavailable' });
      await other.store.append(newStream(), 'none', newEvents(1));
      await store.close();
      await told;
    },
  },
];

export const eventFeedChecks = [...reading, ...following];
