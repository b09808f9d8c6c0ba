/** A log under test: its store, its feed, and a way to open the same log as another process would. */
import type { EventFeed } from '../../src/ports/event-feed.ts';
import type { EventStore } from '../../src/ports/event-store.ts';

export type LogSubject = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  /** Another handle on the same log; it also finds what was written before the first one was closed. */
  readonly another: () => Promise<LogSubject>;
  /** Closes everything that was opened for this subject. Idempotent. */
  readonly close: () => Promise<void>;
};
