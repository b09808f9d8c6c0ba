/** Checks of the feed: following it. */
import type { FeedOptions } from '../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import type { Checks } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect, newCategory, newEvents, newStream } from '../samples.ts';
import { eventsOf, follow, appendTo, storedOf, newStreams } from './event-feed-support.ts';

export const following: Checks<LogSubject> = {
  'a subscriber gets what was there and what comes, without gap, repeat or disorder': async (t, { store, feed }) => {
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
  'many writers and many subscribers: each subscriber gets every event once, in the order of the log': async (
    t,
    { store, feed },
  ) => {
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
  'a subscriber starts after its position: at the head it gets only what is new': async (t, { store, feed }) => {
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
  'a subscriber that was dropped goes on from the last position that it has dealt with': async (t, { store, feed }) => {
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
  'what another handle appends arrives too, between our own, in order': async (t, { store, feed, another }) => {
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
  'a subscriber whose filter leaves everything out is still told how far it has looked': async (t, { store, feed }) => {
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
  'a subscription ends when its signal aborts: before, while it waits, and while its batch is dealt with': async (
    t,
    { store, feed },
  ) => {
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
  'a subscriber of a log that is closed under it is told so': async (t, { feed, another, close }) => {
    const other = await another();
    const subscription = follow(feed, await feed.head(), 1_000_000, { categories: [newCategory()] });
    const told = t.throwsAsync(subscription, { code: 'unavailable' });
    await other.store.append(newStream(), 'none', newEvents(1));
    await close();
    await told;
  },
};
