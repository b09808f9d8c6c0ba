/**
 * A store that shows an append when its writer is told of it and not before. A server of several nodes does so. To
 * other writers of the same place it answers at once that it is taken.
 */
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import { firstRevisionAfter, type Revision } from '../../../src/kernel/position.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';

type Hidden = { readonly stream: string; readonly from: Revision };

export type SlowToShow = {
  /** Each over the same log: what one of them has not been told of, none shows. */
  readonly over: (store: EventStore) => EventStore;
  readonly shows: (event: Pick<StoredEvent, 'stream' | 'revision'>) => boolean;
};

/** `turns`: of the event loop, from the write to the answer. */
export const createSlowToShow = (turns: number): SlowToShow => {
  const timers = createHastyTimers();
  const hidden = new Set<Hidden>();
  const shows: SlowToShow['shows'] = ({ stream, revision }) =>
    ![...hidden].some((one) => one.stream === stream && revision >= one.from);

  const over = (store: EventStore): EventStore => {
    const shown = async function* (stream: string, options: Parameters<EventStore['readStream']>[1] = {}) {
      const { limit = Infinity, ...rest } = options;
      let left = limit;
      for await (const event of store.readStream(stream, rest)) {
        if (left === 0) return;
        if (!shows(event)) continue;
        left -= 1;
        yield event;
      }
    };
    return {
      ...store,
      append: async (stream, expected, events) => {
        const head = await store.head(stream);
        const own = { stream, from: firstRevisionAfter(expected) };
        // A refused append hides nothing.
        if ((head?.revision ?? 'none') === expected) hidden.add(own);
        try {
          const result = await store.append(stream, expected, events);
          for (let turn = 0; turn < turns; turn += 1) await timers.nextTurn();
          return result;
        } finally {
          hidden.delete(own);
        }
      },
      readStream: shown,
      head: async (stream) => {
        for await (const { revision, position } of shown(stream, { direction: 'backwards', limit: 1 })) {
          return { revision, position };
        }
        return undefined;
      },
    };
  };
  return { over, shows };
};
