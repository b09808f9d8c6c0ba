/**
 * The log on EventStoreDB as contract suites want it: on the server at `EVENTSTOREDB_URL` when that is set, whatever
 * else is in it, and else on a double of the test's own.
 */
import type { ExecutionContext } from 'ava';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { createSilentLogger } from '../../../src/adapters/pino/logger.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { startEventStoreDouble } from '../../support/event-store-double/start.ts';
import type { Open } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';

const urlFor = async (t: ExecutionContext): Promise<string> =>
  // Twins wait for their end in real time: a real server takes 2 s, and what matters is who is told what.
  process.env['EVENTSTOREDB_URL'] ?? (await startEventStoreDouble(t, { twinTimeoutMs: 200 })).url;

export const openLogSubject =
  (append: 'unary' | 'batch'): Open<LogSubject> =>
  async (t) => {
    const url = await urlFor(t);
    const open: (() => Promise<void>)[] = [];
    const another = async (): Promise<LogSubject> => {
      // Many checks run at once, on a machine that may be busy with others.
      const deps = { deadlineMs: 30_000, clock: createClock(), timers: createTimers(), logger: createSilentLogger() };
      const { store, feed, close } = openEventStoreDb({ url, append, ...deps });
      open.push(close);
      return { store, feed, another, close };
    };
    const close = async (): Promise<void> => {
      await Promise.all(open.map(async (one) => one()));
    };
    return { ...(await another()), close };
  };
