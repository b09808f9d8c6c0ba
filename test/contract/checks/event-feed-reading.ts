/** Checks of the feed: reading up to the end. */
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import type { Checks } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect, newCategory, newEvents, newStream } from '../samples.ts';
import { eventsOf, read, appendTo, storedOf, bare, newStreams } from './event-feed-support.ts';

export const reading: Checks<LogSubject> = {
  'read gives the events after a position, in the order of the log, as the streams hold them': async (
    t,
    { store, feed },
  ) => {
    const category = newCategory();
    const streams = newStreams(category, 3);
    const before = await feed.head();
    await appendTo(store, streams, 4);
    const events = await read(t, feed, before, { categories: [category] });
    t.is(events.length, 12);
    t.deepEqual(events, await storedOf(store, streams));
  },
  'a reader may go on from any position that it was given, and misses and repeats nothing': async (
    t,
    { store, feed },
  ) => {
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
  'a filter gives the events of its categories, whole names only, and tells how far it has looked': async (
    t,
    { store, feed },
  ) => {
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
  'the head is the position of the last event, and nothing is after it': async (t, { store, feed, another }) => {
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
  'a feed that tells neighbours knows when an event between two is missing': async (t, { store, feed }) => {
    const before = await feed.head();
    await appendTo(store, newStreams(newCategory(), 2), 3);
    const events = await read(t, feed, before);
    t.true(events.length >= 6);
    const { isNext } = feed;
    if (isNext === undefined) return; // Not every store can tell by its positions.
    for (const [index, { position }] of events.entries()) {
      const last = events[index - 1]?.position ?? before;
      t.true(isNext(last, position));
      t.false(isNext(position, last), 'one way only');
      t.false(isNext(position, position));
      for (const later of events.slice(index + 1)) t.false(isNext(last, later.position));
    }
  },
  'a rejected append is never seen': async (t, { store, feed }) => {
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
};
