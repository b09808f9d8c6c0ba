/** Checks of the event store: many at once, other handles, and the end. */
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import type { Checks } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect, newEvent, newEvents, newStream, rejectsWith } from '../samples.ts';
import { idsOf, storedIds } from './event-store-support.ts';

export const together: Checks<LogSubject> = {
  'of many that append to one revision at once, one wins and the others leave no trace': async (t, { store, feed }) => {
    const stream = newStream();
    const before = await feed.head();
    const batches = Array.from({ length: 20 }, () => newEvents(2));
    const outcomes = await Promise.allSettled(batches.map(async (batch) => store.append(stream, 'none', batch)));
    const winners = batches.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    t.is(winners.length, 1);
    t.deepEqual(await storedIds(store, stream), idsOf(winners.flat()));
    const seen: StoredEvent[] = [];
    for await (const { events } of feed.read(before)) seen.push(...events.filter((event) => event.stream === stream));
    t.deepEqual(idsOf(seen), idsOf(winners.flat()));
  },
  'appends at the same moment do not touch each other: a conflict among them fails alone': async (
    t,
    { store, feed },
  ) => {
    const streams = Array.from({ length: 64 }, () => newStream());
    const before = await feed.head();
    await Promise.all(streams.map(async (stream) => store.append(stream, 'none', newEvents(1))));
    const outcomes = await Promise.allSettled(
      streams.map(async (stream, index) => store.append(stream, index % 8 === 3 ? 7 : 0, newEvents(2))),
    );
    for (const [index, stream] of streams.entries()) {
      const refused = index % 8 === 3;
      t.is(outcomes[index]?.status, refused ? 'rejected' : 'fulfilled');
      t.is((await store.head(stream))?.revision, refused ? 0 : 2);
    }
    const mine = new Set(streams);
    let seen = 0;
    for await (const { events } of feed.read(before)) seen += events.filter(({ stream }) => mine.has(stream)).length;
    t.is(seen, 64 + 2 * 56);
  },
  'twins, the same ids at the same revision at the same moment, are stored once': async (t, { store }) => {
    const stream = newStream();
    const events = newEvents(2);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, async () => store.append(stream, 'none', events)),
    );
    const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    // A server may leave one of them without an answer; none may be told that it lost.
    for (const fault of faults) t.like(fault, { code: 'ambiguous' });
    t.true(results.length > 0);
    const head = await store.head(stream);
    for (const result of results) t.deepEqual(result, head);
    t.deepEqual(await storedIds(store, stream), idsOf(events));
  },
  'what was answered is there for everyone, at once': async (t, { store, another }) => {
    const other = await another();
    const stream = newStream();
    for (let revision = 0; revision < 20; revision += 1) {
      const [writer, reader] = revision % 2 === 0 ? [store, other.store] : [other.store, store];
      const result = await writer.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
      t.deepEqual(await reader.head(stream), result);
    }
    await rejectsWith(t, store.append(stream, 17, newEvents(1)), 'conflict');
    await rejectsWith(t, other.store.append(stream, 17, newEvents(1)), 'conflict');
  },
  'two handles append to the same streams, and no revision is given twice': async (t, { store, another }) => {
    const other = await another();
    const streams = Array.from({ length: 4 }, () => newStream());
    const wins = new Map<string, string[]>(streams.map((stream) => [stream, []]));
    const push = async (handle: EventStore, stream: string): Promise<void> => {
      for (let won = 0; won < 10;) {
        const [event, head] = [newEvent(), await handle.head(stream)];
        try {
          const { revision } = await handle.append(stream, head?.revision ?? 'none', [event]);
          const ids = wins.get(stream) ?? [];
          t.is(ids[revision], undefined);
          ids[revision] = event.id;
          won += 1;
        } catch (error) {
          t.like(error, { code: 'conflict' });
        }
      }
    };
    await Promise.all(streams.flatMap((stream) => [push(store, stream), push(other.store, stream)]));
    for (const stream of streams) t.deepEqual(await storedIds(store, stream), wins.get(stream));
  },
  'what was appended is there after everything was closed and opened again': async (t, { store, another, close }) => {
    const stream = newStream();
    const events = newEvents(3);
    const result = await store.append(stream, 'none', events);
    const stored = await collect(store.readStream(stream));
    await close();
    const { store: reopened } = await another();
    t.deepEqual(await collect(reopened.readStream(stream)), stored);
    t.deepEqual(await reopened.append(stream, 'none', events), result);
    t.is((await reopened.append(stream, 2, newEvents(1))).revision, 3);
  },
  'closing settles what is under way, may be repeated, and ends all use': async (t, { store, another, close }) => {
    const stream = newStream();
    const underWay = store.append(stream, 'none', newEvents(1));
    await Promise.all([close(), close()]);
    await close();
    const [outcome] = await Promise.allSettled([underWay]);
    await rejectsWith(t, store.append(newStream(), 'none', newEvents(1)), 'unavailable');
    await rejectsWith(t, store.head(stream), 'unavailable');
    await rejectsWith(t, collect(store.readStream(stream)), 'unavailable');
    const { store: reopened } = await another();
    t.is((await reopened.head(stream))?.revision, outcome?.status === 'fulfilled' ? 0 : undefined);
  },
};
