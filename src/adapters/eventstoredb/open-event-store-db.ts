/** The log on EventStoreDB: one connection that is event store and event feed. */
import { Fault } from '../../kernel/faults.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { createAllPages, lastOfOursBefore } from './all-pages.ts';
import { createBatchAppend } from './batch-append.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEventFeed } from './event-feed.ts';
import { createEventStore } from './event-store.ts';
import { createClient } from './grpc.ts';
import { createLiveTail } from './live-tail.ts';
import { createLogPositions, EPOCH_STREAM, type Marker } from './log-positions.ts';
import { streamRead } from './messages.ts';
import { readPage } from './reading.ts';
import { revisionOf, seqOf, toStored } from './recorded.ts';
import { createUnaryAppend } from './unary-append.ts';

export type EventStoreDbOptions = {
  /** `esdb://[user:password@]host[:port][,host...][?options]` or `esdb+discover://…`, as the client takes it. */
  readonly url: string;
  /** `unary`, unless stated: a call for each append. `batch`: one call that all share. */
  readonly append?: 'unary' | 'batch';
  readonly clock: Clock;
  readonly timers: Timers;
  /** Timers whose sleeps do not keep the process alive, for the watch over a subscription; `timers` unless stated. */
  readonly background?: Timers;
  readonly logger: Logger;
  /** How long an answer may take; `limits.eventStoreDeadlineMs` unless stated. */
  readonly deadlineMs?: number;
};

export type EventStoreDb = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  /** Settles what is under way, within a deadline; from then on every use is refused. Safe to repeat. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the log without asking the server anything: one that is down makes calls fail, `unavailable` or `ambiguous`,
 * and is used as soon as it is back. Fault `unavailable`, not retriable: the address cannot be used.
 */
export const openEventStoreDb = (options: EventStoreDbOptions): EventStoreDb => {
  const { url, append = 'unary', clock, timers, background = timers, logger, deadlineMs } = options;
  const connection = createConnection({
    create: () => createClient(url),
    timers,
    logger,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  const positions = createLogPositions({
    clock,
    readMarkers: async (from) => readMarkers(connection, from),
    lastBefore: async (seq) => lastOfOursBefore(connection, seq),
  });
  const pages = createAllPages(connection, positions);
  const live = createLiveTail({ connection, positions, pages, timers: background, logger });
  const send = append === 'unary' ? createUnaryAppend(connection) : createBatchAppend({ connection, clock, timers });

  const underWay = new Set<Promise<unknown>>();
  const follow = (work: Promise<unknown>): void => {
    underWay.add(work);
    const done = (): boolean => underWay.delete(work);
    work.then(done, done);
  };

  let closing: Promise<void> | undefined;
  let closed: Fault | undefined;
  const finish = async (): Promise<void> => {
    // Each of them has a deadline.
    await Promise.allSettled(underWay);
    closed = closedFault();
    connection.close(closed);
  };
  const close = async (): Promise<void> => (closing ??= finish());

  const store = createEventStore({
    connection,
    positions,
    send,
    refusal: () => (closing === undefined ? undefined : closedFault()),
    underWay: follow,
    close,
  });
  return Object.freeze({ store, feed: createEventFeed({ positions, pages, live, refusal: () => closed }), close });
};

const closedFault = (): Fault => new Fault('unavailable', 'the log is closed', { retriable: false });

/** All events of the epochs' stream from a revision on: few, as each is an operator's doing. */
const readMarkers = async (connection: Connection, from: number): Promise<readonly Marker[]> => {
  const markers: Marker[] = [];
  for (;;) {
    const { events, cut } = await readPage(
      connection,
      streamRead(EPOCH_STREAM, from + markers.length, 'forwards', 100),
    );
    for (const event of events) {
      const { type, data } = toStored(event, EPOCH_STREAM, '');
      markers.push({ revision: revisionOf(event), type, data, seq: seqOf(event) });
    }
    if (events.length < 100 && !cut) return markers;
  }
};
