/** Checks of the event store: what is appended, and what is refused. */
import { limits } from '../../../src/kernel/limits.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';
import type { Checks } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect, jsonOfBytes, newEvent, newEvents, newStream, oddTexts, rejectsWith } from '../samples.ts';
import { idsOf, storedIds } from './event-store-support.ts';

export const appending: Checks<LogSubject> = {
  'a new stream starts at revision 0, and holds what was appended to the byte': async (t, { store }) => {
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
  'appends at the exact revision go on from there, and positions grow': async (t, { store }) => {
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
  'an append that expects another revision is a conflict, writes nothing, and the stream goes on': async (
    t,
    { store },
  ) => {
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
  'the same ids at the same revision again give the first result, and are stored once': async (t, { store }) => {
    const stream = newStream();
    const [first, second, third] = [newEvents(2), newEvents(3), newEvents(1)];
    const results = [await store.append(stream, 'none', first), await store.append(stream, 1, second)];
    t.deepEqual(await store.append(stream, 1, second), results[1], 'at the head');
    await store.append(stream, 4, third);
    t.deepEqual(await store.append(stream, 'none', first), results[0], 'from the start');
    t.deepEqual(await store.append(stream, 1, second), results[1], 'from the middle');
    t.deepEqual(await storedIds(store, stream), idsOf([...first, ...second, ...third]));
  },
  'a repeat is told by ids alone, and a prefix of an append is a repeat too': async (t, { store }) => {
    const stream = newStream();
    const events = newEvents(3);
    await store.append(stream, 'none', events);
    const stored = await collect(store.readStream(stream));
    const retold = events.slice(0, 2).map(({ id }) => newEvent({ id, type: 'Other' }));
    t.deepEqual(await store.append(stream, 'none', retold), { revision: 1, position: stored[1]?.position ?? '' });
    t.deepEqual(await collect(store.readStream(stream)), stored);
  },
  'an append that is known in part only is a conflict and writes nothing': async (t, { store }) => {
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
  'an id may come again, later in the stream, in another stream and within one append': async (t, { store }) => {
    const [stream, other] = [newStream(), newStream()];
    const event = newEvent();
    await store.append(stream, 'none', [event]);
    t.is((await store.append(stream, 0, [event])).revision, 1);
    t.is((await store.append(stream, 1, [event, event])).revision, 3);
    t.is((await store.append(other, 'none', [event])).revision, 0);
    t.deepEqual(await storedIds(store, stream), [event.id, event.id, event.id, event.id]);
  },
  'an empty append is refused': async (t, { store }) => {
    const stream = newStream();
    await t.throwsAsync(store.append(stream, 'none', []));
    t.is(await store.head(stream), undefined);
    t.is((await store.append(stream, 'none', newEvents(1))).revision, 0);
    await t.throwsAsync(store.append(stream, 0, []));
    t.is((await store.head(stream))?.revision, 0);
  },
  'an event and an append may be as large as the bounds and no larger': async (t, { store }) => {
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
  'odd text comes back as it went in': async (t, { store }) => {
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
};
