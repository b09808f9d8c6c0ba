/** The checks of the feed can fail: each subject is wrong in one way, which its check sees. */
import test from 'ava';
import type { EventFeed, FeedBatch } from '../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { sabotage } from '../check.ts';
import { eventFeedChecks } from '../event-feed.contract.ts';
import type { LogSubject } from '../log-subject.ts';
import { openLogSubject } from '../sqlite/subjects.ts';

type Doctor = (subject: LogSubject) => LogSubject;

const withFeed =
  (doctored: (feed: EventFeed) => Partial<EventFeed>): Doctor =>
  (subject) => ({
    ...subject,
    feed: { ...subject.feed, ...doctored(subject.feed) },
    another: async () => withFeed(doctored)(await subject.another()),
  });

/** Changes the batches of reads and subscriptions alike. */
const withBatches = (change: (batch: FeedBatch, index: number) => FeedBatch): Doctor => {
  const changed = async function* (batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch> {
    let index = 0;
    for await (const batch of batches) {
      yield change(batch, index);
      index += 1;
    }
  };
  return withFeed((feed) => ({
    read: (position, options) => changed(feed.read(position, options)),
    subscribe: (position, options) => changed(feed.subscribe(position, options)),
  }));
};

const withEvents = (change: (events: readonly StoredEvent[]) => readonly StoredEvent[]): Doctor =>
  withBatches((batch) => ({ ...batch, events: change(batch.events) }));

/** Lets every event through, or those of categories that only begin alike. */
const filteringBy = (allow: (event: StoredEvent, categories: readonly string[]) => boolean): Doctor =>
  withFeed((feed) => ({
    read: async function* (position, { categories, ...options } = {}) {
      for await (const { events, through } of feed.read(position, options)) {
        yield { events: events.filter((event) => categories === undefined || allow(event, categories)), through };
      }
    },
  }));

const throughLags = withBatches(({ events }) => ({ events, through: events.at(-1)?.position ?? '' }));

const startsAtPosition = withFeed((feed) => ({
  read: (position, options) =>
    feed.read(
      position.replace(/\d$/, (digit) => String(Math.max(0, Number(digit) - 1))),
      options,
    ),
}));

const showsRejected: Doctor = (subject) => ({
  ...subject,
  store: {
    ...subject.store,
    append: async (stream, expected, events) => {
      try {
        return await subject.store.append(stream, expected, events);
      } catch (error) {
        const head = await subject.store.head(stream);
        await subject.store.append(stream, head?.revision ?? 'none', events);
        throw error;
      }
    },
  },
});

sabotage(test, eventFeedChecks, openLogSubject, {
  'read gives the events after a position, in the order of the log, as the streams hold them': {
    'a feed that leaves an event out': withEvents((events) => events.filter((_, index) => index !== 5)),
    'a feed that sorts by stream': withEvents((events) => events.toSorted((a, b) => a.stream.localeCompare(b.stream))),
  },
  'a reader may go on from any position that it was given, and misses and repeats nothing': {
    'a feed that starts at the position itself': startsAtPosition,
  },
  'a subscriber gets what was there and what comes, without gap, repeat or disorder': {
    'a feed that repeats the last event of a batch': withEvents((events) => [...events, ...events.slice(-1)]),
  },
  'many writers and many subscribers: each subscriber gets every event once, in the order of the log': {
    'a feed that gives the wrong stream': withEvents((events) =>
      events.map((event) => ({ ...event, stream: `${event.stream}x` })),
    ),
  },
  'a filter gives the events of its categories, whole names only, and tells how far it has looked': {
    'a filter by the beginning of the name': filteringBy(({ stream }, categories) =>
      categories.some((category) => stream.startsWith(category)),
    ),
    'a feed that does not filter': filteringBy(() => true),
    'a feed that stands still where nothing matches': throughLags,
  },
  'a feed that tells neighbours knows when an event between two is missing': {
    'a feed to which whatever comes later comes next': withFeed(() => ({ isNext: (before, after) => after > before })),
  },
  'a rejected append is never seen': {
    'a store that writes before it rejects': showsRejected,
  },
  'the head is the position of the last event, and nothing is after it': {
    'a head that is remembered': withFeed((feed) => {
      let remembered: Promise<string> | undefined;
      return { head: async () => (remembered ??= feed.head()) };
    }),
  },
});
