/** The log on EventStoreDB: event store and event feed over the same calls. */
import { EPOCH_STREAM } from '../../kernel/epochs.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { createAllPages, lastOfOursBefore } from './all-pages.ts';
import { boundReads } from './bound-reads.ts';
import type { Calls, LogEvent } from './server/calls.ts';
import { createEventFeed } from './event-feed.ts';
import { createEventStore } from './event-store.ts';
import { readFault } from './server/faults.ts';
import { createLiveTail } from './live-tail.ts';
import { createLogPositions } from './log-positions.ts';

export type EventStoreDbOptions = {
  /** How the server is asked: on this thread (`server/server-calls.ts`) or on one of its own (`thread/`). */
  readonly calls: Calls;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Timers whose sleeps do not keep the process alive, for the watch over a quiet log; `timers` unless stated. */
  readonly background?: Timers;
  readonly logger: Logger;
};

export type EventStoreDb = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  /** Whether the server answers: one read of one event. Fault `unavailable`. */
  readonly ping: () => Promise<void>;
  /** Settles the calls under way, which have a deadline; from then on every use is refused. Idempotent. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the log without a call to the server. While the server is down, calls fail, `unavailable` or `ambiguous`; once
 * it is back, they succeed. `close` closes the calls.
 */
export const openEventStoreDb = (options: EventStoreDbOptions): EventStoreDb => {
  const { clock, timers, background = timers, logger } = options;
  const calls: Calls = { ...options.calls, read: boundReads(options.calls.read) };
  const positions = createLogPositions({
    clock,
    readMarkers: async (from) => readMarkers(calls, from),
    lastBefore: async (seq) => lastOfOursBefore(calls.read, seq),
  });
  const pages = createAllPages(calls, positions);
  const live = createLiveTail({ calls, positions, pages, timers, background, logger });

  const underWay = new Set<Promise<unknown>>();
  const follow = (work: Promise<unknown>): void => {
    underWay.add(work);
    const done = (): boolean => underWay.delete(work);
    work.then(done, done);
  };

  let closing: Promise<void> | undefined;
  let closed: Fault | undefined;
  const finish = async (): Promise<void> => {
    // Each of them has a deadline, and a thread that is stuck an end.
    await Promise.allSettled(underWay);
    closed = closedFault();
    await calls.close(closed);
  };
  const close = async (): Promise<void> => (closing ??= finish());

  const store = createEventStore({
    calls,
    positions,
    refusal: () => (closing === undefined ? undefined : closedFault()),
    underWay: follow,
  });
  const feed = createEventFeed({ positions, pages, live, refusal: () => closed });
  const ping = async (): Promise<void> => {
    await pages.last().catch((error: unknown) => {
      throw closed ?? readFault(error);
    });
  };
  return Object.freeze({ store, feed, ping, close });
};

const closedFault = (): Fault => new Fault('unavailable', 'the log is closed', { retriable: false });

/** All events of the epochs' stream from a revision on: few, as each is an operator's doing. */
const readMarkers = async ({ read }: Calls, from: number): Promise<readonly LogEvent[]> => {
  const markers: LogEvent[] = [];
  const count = limits.eventStoreSmallReadEventsMax;
  for (;;) {
    const start = from + markers.length;
    const { events, cut } = await read({
      of: 'stream',
      stream: EPOCH_STREAM,
      from: start,
      direction: 'forwards',
      count,
    });
    markers.push(...events);
    if (events.length < count && !cut) return markers;
  }
};
