/** The shared part of the checks of the event store. */
import type { EncodedEvent, EventStore } from '../../../src/ports/event-store.ts';
import { collect } from '../samples.ts';

export const idsOf = (events: readonly EncodedEvent[]): string[] => events.map(({ id }) => id);

export const storedIds = async (store: EventStore, stream: string): Promise<string[]> =>
  idsOf(await collect(store.readStream(stream)));
