/**
 * A sabotage: an event store that answers at once and writes a moment later. Readers wait until it is written, so
 * nothing shows unless the process dies in between.
 */
import { type Position, START } from '../../src/kernel/position.ts';
import type { Timers } from '../../src/ports/basics.ts';
import type { EventStore } from '../../src/ports/event-store.ts';

const WRITES_AFTER_MS = 20;

export const createEarlyStore = (store: EventStore, timers: Timers): EventStore => {
  let written: Promise<Position> = Promise.resolve(START);
  let last: Position = START;
  return {
    append: async (stream, expected, events) => {
      const before = written;
      written = (async () => {
        await before;
        await timers.sleep(WRITES_AFTER_MS);
        last = (await store.append(stream, expected, events)).position;
        return last;
      })();
      return Promise.resolve({ revision: (expected === 'none' ? -1 : expected) + events.length, position: last });
    },
    readStream: async function* (stream, options) {
      await written;
      yield* store.readStream(stream, options);
    },
    head: async (stream) => {
      await written;
      return store.head(stream);
    },
  };
};
