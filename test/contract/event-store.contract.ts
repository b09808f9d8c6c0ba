/** What every event store does: see src/ports/event-store.ts. */
import { limits } from '../../src/kernel/limits.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import type { EncodedEvent, EventStore, StoredEvent } from '../../src/ports/event-store.ts';
import type { Check } from './check.ts';
import type { LogSubject } from './log-subject.ts';
import { collect, jsonOfBytes, newEvent, newEvents, newStream, oddTexts, rejectsWith } from './samples.ts';

const idsOf = (events: readonly EncodedEvent[]): string[] => events.map(({ id }) => id);

const storedIds = async (store: EventStore, stream: string): Promise<string[]> =>
  idsOf(await collect(store.readStream(stream)));

const appending: readonly Check<LogSubject>[] = [
  {
    name: 'a new stream starts at revision 0, and holds what was appended to the byte',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = [newEvent({ type: 'First', data: '{"a": 1}' }), newEvent({ type: 'Second', metadata: '{}' })];
      const result = await store.append(stream, 'none', events);
      t.is(result.revision, 1);
      const stored = await collect(store.readStream(stream));
      t.deepEqual(
        stored,
        events.map((event, index) => ({ ...event, stream, revision: index, position: stored[index]?.position ?? '' })),
      );
      t.is(stored[1]?.position, result.position);
      t.true((stored[0]?.position ?? '~') < result.position);
      t.deepEqual(await store.head(stream), result);
    },
  },
  {
    name: 'appends at the exact revision go on from there, and positions grow',
    run: async (t, { store }) => {
      const stream = newStream();
      let last = await store.append(stream, 'none', [newEvent()]);
      for (let revision = 0; revision < 5; revision += 1) {
        const next = await store.append(stream, revision, newEvents(1));
        t.is(next.revision, revision + 1);
        t.true(next.position > last.position);
        last = next;
      }
      t.deepEqual(await store.head(stream), last);
    },
  },
  {
    name: 'an append that expects another revision is a conflict, writes nothing, and the stream goes on',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = newEvents(3);
      await rejectsWith(t, store.append(stream, 0, newEvents(1)), 'conflict', 'no stream at all');
      await store.append(stream, 'none', events);
      for (const expected of ['none', 0, 1, 3, 1_000_000] satisfies ExpectedRevision[]) {
        const fault = await rejectsWith(t, store.append(stream, expected, newEvents(2)), 'conflict', `${expected}`);
        t.true(fault?.retriable);
      }
      t.deepEqual(await storedIds(store, stream), idsOf(events));
      const more = newEvents(1);
      t.is((await store.append(stream, 2, more)).revision, 3);
      t.deepEqual(await storedIds(store, stream), idsOf([...events, ...more]));
    },
  },
  {
    name: 'the same ids at the same revision again give the first result, and are stored once',
    run: async (t, { store }) => {
      const stream = newStream();
      const [first, second, third] = [newEvents(2), newEvents(3), newEvents(1)];
      const results = [await store.append(stream, 'none', first), await store.append(stream, 1, second)];
      t.deepEqual(await store.append(stream, 1, second), results[1], 'at the head');
      await store.append(stream, 4, third);
      t.deepEqual(await store.append(stream, 'none', first), results[0], 'from the start');
      t.deepEqual(await store.append(stream, 1, second), results[1], 'from the middle');
      t.deepEqual(await storedIds(store, stream), idsOf([...first, ...second, ...third]));
    },
  },
  {
    name: 'a repeat is told by ids alone, and a prefix of an append is a repeat too',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = newEvents(3);
      await store.append(stream, 'none', events);
      const stored = await collect(store.readStream(stream));
      const retold = events.slice(0, 2).map(({ id }) => newEvent({ id, type: 'Other' }));
      t.deepEqual(await store.append(stream, 'none', retold), { revision: 1, position: stored[1]?.position ?? '' });
      t.deepEqual(await collect(store.readStream(stream)), stored);
    },
  },
  {
    name: 'an append that is known in part only is a conflict and writes nothing',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = newEvents(3);
      const [one, two, three] = events as [EncodedEvent, EncodedEvent, EncodedEvent];
      await store.append(stream, 'none', events);
      const partial: [string, ExpectedRevision, EncodedEvent[]][] = [
        ['a later one differs', 'none', [one, newEvent(), three]],
        ['it runs past the end', 'none', [one, two, three, newEvent()]],
        ['it runs past the end from the middle', 0, [two, three, newEvent()]],
        ['another order', 'none', [two, one, three]],
        ['another revision', 1, [two, three]],
        ['the first differs', 0, [newEvent(), three]],
      ];
      for (const [what, expected, batch] of partial) {
        await rejectsWith(t, store.append(stream, expected, batch), 'conflict', what);
      }
      t.deepEqual(await storedIds(store, stream), idsOf(events));
    },
  },
  {
    name: 'an id may come again, later in the stream, in another stream and within one append',
    run: async (t, { store }) => {
      const [stream, other] = [newStream(), newStream()];
      const event = newEvent();
      await store.append(stream, 'none', [event]);
      t.is((await store.append(stream, 0, [event])).revision, 1);
      t.is((await store.append(stream, 1, [event, event])).revision, 3);
      t.is((await store.append(other, 'none', [event])).revision, 0);
      t.deepEqual(await storedIds(store, stream), [event.id, event.id, event.id, event.id]);
    },
  },
  {
    name: 'an empty append is refused',
    run: async (t, { store }) => {
      const stream = newStream();
      await t.throwsAsync(store.append(stream, 'none', []));
      t.is(await store.head(stream), undefined);
      t.is((await store.append(stream, 'none', newEvents(1))).revision, 0);
      await t.throwsAsync(store.append(stream, 0, []));
      t.is((await store.head(stream))?.revision, 0);
    },
  },
  {
    name: 'an event and an append may be as large as the bounds and no larger',
    run: async (t, { store }) => {
      const stream = newStream();
      const type = 'Large';
      const room = limits.eventBytesMax - 2 * type.length - 2;
      const largest = (): EncodedEvent => newEvent({ type, data: jsonOfBytes(room), metadata: '{}' });
      const tooLarge = newEvent({ type, data: jsonOfBytes(room + 1), metadata: '{}' });
      const wide = newEvent({ type, data: JSON.stringify('é'.repeat(room / 2)), metadata: '{}' });
      for (const event of [tooLarge, wide]) {
        const fault = await rejectsWith(t, store.append(stream, 'none', [newEvent(), event]), 'too_large');
        t.false(fault?.retriable);
      }
      const full = Array.from({ length: limits.appendBytesMax / limits.eventBytesMax }, largest);
      await rejectsWith(t, store.append(stream, 'none', [...full, newEvent()]), 'too_large');
      t.is(await store.head(stream), undefined);
      t.is((await store.append(stream, 'none', full)).revision, full.length - 1);
      t.deepEqual(
        (await collect(store.readStream(stream))).map(({ data }) => data.length),
        full.map(({ data }) => data.length),
      );
    },
  },
  {
    name: 'odd text comes back as it went in',
    run: async (t, { store }) => {
      const stream = `${newStream()}-${oddTexts[0]}`;
      const events = oddTexts.map((text) =>
        newEvent({ type: `Odd${text}`, data: JSON.stringify({ [text]: text }), metadata: JSON.stringify([text]) }),
      );
      await store.append(stream, 'none', events);
      const stored = await collect(store.readStream(stream));
      t.deepEqual(
        stored.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
        events,
      );
      t.true(stored.every((event) => event.stream === stream));
    },
  },
];

const reading: readonly Check<LogSubject>[] = [
  {
    name: 'a stream is read either way, from a revision that is included, up to a limit',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = newEvents(10);
      await store.append(stream, 'none', events);
      const revisions = async (options?: Parameters<EventStore['readStream']>[1]): Promise<number[]> => {
        const found = await collect(store.readStream(stream, options));
        t.true(found.every((event) => event.id === events[event.revision]?.id));
        return found.map(({ revision }) => revision);
      };
      t.deepEqual(await revisions(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      t.deepEqual(await revisions({ from: 7 }), [7, 8, 9]);
      t.deepEqual(await revisions({ from: 2, limit: 3 }), [2, 3, 4]);
      t.deepEqual(await revisions({ from: 9 }), [9]);
      t.deepEqual(await revisions({ from: 10 }), []);
      t.deepEqual(await revisions({ limit: 1 }), [0]);
      t.deepEqual(await revisions({ direction: 'backwards', limit: 3 }), [9, 8, 7]);
      t.deepEqual(await revisions({ direction: 'backwards', from: 2 }), [2, 1, 0]);
      t.deepEqual(await revisions({ direction: 'backwards', from: 0 }), [0]);
      t.deepEqual(await revisions({ direction: 'backwards', from: 1_000, limit: 2 }), [9, 8]);
    },
  },
  {
    name: 'an unknown stream has no events and no head',
    run: async (t, { store }) => {
      const stream = newStream();
      t.deepEqual(await collect(store.readStream(stream)), []);
      t.deepEqual(await collect(store.readStream(stream, { direction: 'backwards' })), []);
      t.is(await store.head(stream), undefined);
    },
  },
  {
    name: 'a long stream is read whole, and a reader may leave early',
    run: async (t, { store }) => {
      const stream = newStream();
      const events = newEvents(700);
      await store.append(stream, 'none', events.slice(0, 350));
      await store.append(stream, 349, events.slice(350));
      t.deepEqual(await storedIds(store, stream), idsOf(events));
      const backwards = await collect(store.readStream(stream, { direction: 'backwards' }));
      t.deepEqual(idsOf(backwards).toReversed(), idsOf(events));
      const some: StoredEvent[] = [];
      for await (const event of store.readStream(stream)) {
        some.push(event);
        if (some.length === 300) break;
      }
      t.deepEqual(idsOf(some), idsOf(events.slice(0, 300)));
      t.is((await store.append(stream, 699, newEvents(1))).revision, 700);
    },
  },
];

const together: readonly Check<LogSubject>[] = [
  {
    name: 'of many that append to one revision at once, one wins and the others leave no trace',
    run: async (t, { store, feed }) => {
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
  },
  {
    name: 'appends at the same moment do not touch each other: a conflict among them fails alone',
    run: async (t, { store, feed }) => {
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
  },
  {
    name: 'twins, the same ids at the same revision at the same moment, are stored once',
    run: async (t, { store }) => {
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
  },
  {
    name: 'what was answered is there for everyone, at once',
    run: async (t, { store, another }) => {
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
  },
  {
    name: 'two handles append to the same streams, and no revision is given twice',
    run: async (t, { store, another }) => {
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
  },
  {
    name: 'what was appended is there after everything was closed and opened again',
    run: async (t, { store, another }) => {
      const stream = newStream();
      const events = newEvents(3);
      const result = await store.append(stream, 'none', events);
      const stored = await collect(store.readStream(stream));
      await store.close();
      const { store: reopened } = await another();
      t.deepEqual(await collect(reopened.readStream(stream)), stored);
      t.deepEqual(await reopened.append(stream, 'none', events), result);
      t.is((await reopened.append(stream, 2, newEvents(1))).revision, 3);
    },
  },
  {
    name: 'closing settles what is under way, may be repeated, and ends all use',
    run: async (t, { store, another }) => {
      const stream = newStream();
      const underWay = store.append(stream, 'none', newEvents(1));
      await Promise.all([store.close(), store.close()]);
      await store.close();
      const [outcome] = await Promise.allSettled([underWay]);
      await rejectsWith(t, store.append(newStream(), 'none', newEvents(1)), 'unavailable');
      await rejectsWith(t, store.head(stream), 'unavailable');
      await rejectsWith(t, collect(store.readStream(stream)), 'unavailable');
      const { store: reopened } = await another();
      t.is((await reopened.head(stream))?.revision, outcome?.status === 'fulfilled' ? 0 : undefined);
    },
  },
];

export const eventStoreChecks = [...appending, ...reading, ...together];
