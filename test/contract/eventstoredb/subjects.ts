/**
 * The log on EventStoreDB as contract suites want it: on the server at `EVENTSTOREDB_URL` when that is set, whatever
 * else is in it, and else on a double of the test's own.
 *
 * Checks run one after another. Forty of them at once share one thread with forty clients and their servers: on a busy
 * machine a turn of that thread outlasted deadlines and keep-alives, and appends were of unknown outcome.
 */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { createServerCalls } from '../../../src/adapters/eventstoredb/server/server-calls.ts';
import { startCallsThread } from '../../../src/adapters/eventstoredb/start-calls-thread.ts';
import { createSilentLogger } from '../../../src/adapters/pino/logger.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { startEventStoreDouble } from '../../support/event-store-double/start.ts';
import type { Open } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { newEvents, newStream } from '../samples.ts';
import { givenLog } from '../../support/servers/given-log.ts';

const urlFor = async (t: ExecutionContext): Promise<string> =>
  // Twins wait for their end in real time: a real server takes 2 s, and the answers to each caller matter.
  givenLog ?? (await startEventStoreDouble(t, { twinTimeoutMs: 200 })).url;

// As in the service: the watch over a thread keeps no process alive.
const background = createTimers({ background: true });
const WORKER = new URL('../../../src/main/event-store-worker.ts', import.meta.url);

/**
 * `thread`: the calls are on a thread of their own, as in the service. `apart`: under a prefix, beside other writers
 * without one.
 */
export const openLogSubject =
  (where: 'here' | 'thread' | 'apart' = 'here'): Open<LogSubject> =>
  async (t) => {
    const url = await urlFor(t);
    const prefix = where === 'apart' ? `check.${randomUUID().slice(0, 8)}.` : '';
    if (where === 'apart') await writeBeside(url);
    const open: (() => Promise<void>)[] = [];
    const another = async (): Promise<LogSubject> => {
      // On a machine that may be busy with other work. Deadlines are tested elsewhere.
      const deps = { clock: createClock(), timers: createTimers(), logger: createSilentLogger() };
      const options = { url, prefix, deadlineMs: 30_000 };
      const calls =
        where === 'thread'
          ? await startCallsThread(options, { ...deps, background, script: WORKER })
          : createServerCalls(options, deps);
      const { store, feed, close } = openEventStoreDb({ calls, ...deps });
      open.push(close);
      return { store, feed, another, close };
    };
    const close = async (): Promise<void> => {
      await Promise.all(open.map(async (one) => one()));
    };
    return { ...(await another()), close };
  };

const writeBeside = async (url: string): Promise<void> => {
  const deps = { clock: createClock(), timers: createTimers(), logger: createSilentLogger() };
  const other = openEventStoreDb({ calls: createServerCalls({ url, deadlineMs: 30_000 }, deps), ...deps });
  await other.store.append(newStream(), 'none', newEvents(100));
  await other.close();
};
