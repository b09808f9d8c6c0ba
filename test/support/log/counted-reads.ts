/** An event store that counts the events that are read of it. */
import type { EventStore } from '../../../src/ports/event-store.ts';

export type CountedReads = {
  readonly wrap: (eventStore: EventStore) => EventStore;
  /** Since the last time that it was asked, by the category of their streams. */
  take(category: string): number;
};

export const createCountedReads = (): CountedReads => {
  const counts = new Map<string, number>();
  return {
    wrap: (eventStore) => ({
      ...eventStore,
      readStream: async function* (stream, options) {
        const category = stream.slice(0, stream.indexOf('-'));
        for await (const event of eventStore.readStream(stream, options)) {
          counts.set(category, (counts.get(category) ?? 0) + 1);
          yield event;
        }
      },
    }),
    take: (category) => {
      const count = counts.get(category) ?? 0;
      counts.delete(category);
      return count;
    },
  };
};
