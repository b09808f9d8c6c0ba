/** The shared part of the checks of the feed. */
import type { ExecutionContext } from 'ava';
import type { Position } from '../../../src/kernel/position.ts';
import type { EventFeed, FeedBatch, FeedOptions } from '../../../src/ports/event-feed.ts';
import type { EncodedEvent, EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import { collect, newEvents, newStream } from '../samples.ts';

/** Checks what holds for any run of batches, and returns their events. */
export const eventsOf = (t: ExecutionContext, from: Position, batches: readonly FeedBatch[]): StoredEvent[] => {
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

export const read = async (
  t: ExecutionContext,
  feed: EventFeed,
  from: Position,
  options?: FeedOptions,
): Promise<StoredEvent[]> => eventsOf(t, from, await collect(feed.read(from, options)));

/** Follows the feed until it has given `count` events. Says nothing of them, so that it may be awaited late. */
export const follow = async (
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
export const appendTo = async (
  store: EventStore,
  streams: readonly string[],
  rounds: number,
  from = 0,
): Promise<void> => {
  for (let round = from; round < from + rounds; round += 1) {
    for (const stream of streams) await store.append(stream, round === 0 ? 'none' : round - 1, newEvents(1));
  }
};

export const storedOf = async (store: EventStore, streams: readonly string[]): Promise<StoredEvent[]> => {
  const all: StoredEvent[] = [];
  for (const stream of streams) all.push(...(await collect(store.readStream(stream))));
  return all.toSorted((a, b) => (a.position < b.position ? -1 : 1));
};

export const bare = ({ id, type, data, metadata }: EncodedEvent): EncodedEvent => ({ id, type, data, metadata });

export const newStreams = (category: string, count: number): string[] =>
  Array.from({ length: count }, () => newStream(category));
