/** Walks over the log, and looks into a stream. */
import type { Position } from '../../kernel/position.ts';
import type { EventFeed, FeedOptions } from '../../ports/event-feed.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';

/** Batches of events after `from` and up to `until`, in the order of the log. */
export const eventsUntil = async function* (
  feed: Pick<EventFeed, 'read'>,
  from: Position,
  until: Position,
  options: FeedOptions = {},
): AsyncGenerator<readonly StoredEvent[]> {
  if (until <= from) return;
  for await (const { events, through } of feed.read(from, options)) {
    yield through <= until ? events : events.filter(({ position }) => position <= until);
    if (through >= until) return;
  }
};

/** The event at a revision of a stream, and the one after it; a stream and a revision may be of any JSON. */
export const eventsFrom = async (
  { eventStore }: { readonly eventStore: Pick<EventStore, 'readStream'> },
  stream: string,
  from: number,
): Promise<readonly [StoredEvent | undefined, StoredEvent | undefined]> => {
  let at: StoredEvent | undefined;
  let next: StoredEvent | undefined;
  if (typeof stream !== 'string' || !Number.isSafeInteger(from) || from < 0) return [at, next];
  for await (const event of eventStore.readStream(stream, { from, limit: 2 })) {
    if (event.revision === from) at = event;
    else if (event.revision === from + 1) next = event;
  }
  return [at, next];
};
