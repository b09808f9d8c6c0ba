/** One client on one database: calls that end in bounded time and with faults, and reads that do not go back. */
import type { ClientSession, Db, MongoClient, Timestamp } from 'mongodb';
import { createDeadlines } from '../../kernel/deadlines.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import { createClient, databaseOf } from './client.ts';
import { faultOf } from './driver-faults.ts';
import { createReach } from './reach.ts';

export type ConnectionDeps = {
  readonly url: string;
  readonly database: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
};

export type Connection = {
  readonly client: MongoClient;
  readonly db: Db;
  readonly hasTransactions: () => boolean;
  /**
   * Runs `work` with a session; ends with fault `unavailable` after `maxMs` whatever the server does, and `work` may
   * look at `isLate` to end then too.
   */
  readonly call: <T>(maxMs: number, work: (session: ClientSession, isLate: () => boolean) => Promise<T>) => Promise<T>;
  /** Waits for the calls under way, as long as their callers do. */
  readonly close: () => Promise<void>;
};

export const openConnection = ({ url, database, clock, timers, logger }: ConnectionDeps): Connection => {
  const client = createClient(url);
  const reach = createReach(client, clock, logger);
  const { within } = createDeadlines(timers);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** The latest moment of the server that any of our calls has seen. */
  let seen: Timestamp | undefined;

  /**
   * Causally after all that this process has seen. Otherwise a newly elected primary would show an older state than one
   * acknowledged before. So would one that does not know of its replacement.
   */
  const inSession = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
    const session = client.startSession({ causalConsistency: true });
    try {
      // A single node, which has no such moments, may have taken the place of a replica set.
      if (seen !== undefined && reach.hasTransactions()) session.advanceOperationTime(seen);
      return await work(session);
    } finally {
      const { operationTime } = session;
      if (operationTime !== undefined && (seen === undefined || operationTime.greaterThan(seen))) seen = operationTime;
      await session.endSession();
    }
  };

  const call: Connection['call'] = async (maxMs, work) => {
    if (closing !== undefined) throw new Fault('unavailable', 'the documents are closed', { retriable: false });
    const end = clock.monotonic() + maxMs;
    const isLate = (): boolean => clock.monotonic() >= end;
    const working = (async () => {
      await reach.ready();
      return inSession(async (session) => work(session, isLate));
    })();
    const bounded = within(maxMs, working, () => late(maxMs));
    underWay.add(bounded);
    try {
      return await bounded;
    } catch (error) {
      throw faultOf(error);
    } finally {
      underWay.delete(bounded);
    }
  };

  const finish = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    // Says good-bye to the server, which may not be there.
    await within(limits.mongoSelectMs, client.close(), () => late(limits.mongoSelectMs)).catch(() => undefined);
  };

  return Object.freeze({
    client,
    db: databaseOf(client, database),
    hasTransactions: reach.hasTransactions,
    call,
    close: async () => (closing ??= finish()),
  });
};

const late = (maxMs: number): Fault => new Fault('unavailable', `MongoDB has not answered within ${maxMs} ms`);
