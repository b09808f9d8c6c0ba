/** Checks of the event store: reading streams. */
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import type { Checks } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { collect, newEvents, newStream } from '../samples.ts';
import { idsOf, storedIds } from './event-store-support.ts';

export const reading: Checks<LogSubject> = {
  'a stream is read either way, from a revision that is included, up to a limit': async (t, { store }) => {
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
  'an unknown stream has no events and no head': async (t, { store }) => {
    const stream = newStream();
    t.deepEqual(await collect(store.readStream(stream)), []);
    t.deepEqual(await collect(store.readStream(stream, { direction: 'backwards' })), []);
    t.is(await store.head(stream), undefined);
  },
  'a long stream is read whole, and a reader may leave early': async (t, { store }) => {
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
};
