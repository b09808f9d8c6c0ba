/**
 * The log on EventStoreDB as contract suites want it: on the server at `EVENTSTOREDB_URL` when that is set, whatever
 * else is in it; else on a double of the file's own.
 *
 * Checks run one after another. Forty of them at once share one thread with forty clients and their servers: on a busy
 * machine a turn of that thread outlasted deadlines and keep-alives, and appends were of unknown outcome.
 */
import { randomUUID } from 'node:crypto';
import type { TestFn } from 'ava';
import type { Calls } from '../../../src/adapters/eventstoredb/server/calls.ts';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { createServerCalls } from '../../../src/adapters/eventstoredb/server/server-calls.ts';
import { startCallsThread } from '../../../src/adapters/eventstoredb/start-calls-thread.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { startEventStoreDouble } from '../../support/event-store-double/start.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { type Open, withOthers } from '../check.ts';
import type { LogSubject } from '../log-subject.ts';
import { newEvents, newStream } from '../samples.ts';
import { givenLog } from '../../support/servers/require.ts';

// As in the service: the watch over a thread keeps no process alive.
const background = createTimers({ background: true });
const WORKER = new URL('../../../src/main/event-store-worker.ts', import.meta.url);

type Scope = Pick<TestFn, 'after'>;
type Close = () => Promise<void>;
type Shared = { readonly url: string; readonly onThread: Calls };

// On a machine that may be busy with other work. Deadlines are tested elsewhere.
const DEADLINE_MS = 30_000;
const depsOf = () => ({ clock: createClock(), timers: createTimers(), logger: silentLogger });

/** The server of all checks of a file, and its client on a thread. They start with the first check. */
const sharedBy = ({ after }: Scope): (() => Promise<Shared>) => {
  const ends: Close[] = [];
  after.always(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const start = async (): Promise<Shared> => {
    // Twins wait for their end in real time: a real server takes 2 s, and the answers to each caller matter.
    const options = { twinTimeoutMs: 200 };
    const url = givenLog ?? (await startEventStoreDouble({ teardown: (end) => ends.push(end) }, options)).url;
    const onThread = await startCallsThread(
      { url, deadlineMs: DEADLINE_MS },
      { ...depsOf(), background, script: WORKER },
    );
    ends.push(async () => onThread.close(new Fault('unavailable', 'the checks are over')));
    return { url, onThread };
  };
  let started: Promise<Shared> | undefined;
  return async () => (started ??= start());
};

/** The same calls until they are closed for this user of them. */
const lent = (calls: Calls): Calls => {
  let closed: Fault | undefined;
  const whileOpen =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (closed !== undefined) throw closed;
      return call(...args);
    };
  return {
    append: whileOpen(calls.append),
    read: whileOpen(calls.read),
    next: whileOpen(calls.next),
    close: async (fault) => {
      closed ??= fault;
    },
  };
};

/**
 * `alone`: the calls are on a thread of their own, as in the service. `apart`: under a prefix, beside other writers
 * without one; the calls are on this thread.
 */
export const openLogSubject = (scope: Scope, where: 'alone' | 'apart' = 'alone'): Open<LogSubject> => {
  const shared = sharedBy(scope);
  return async () => {
    const { url, onThread } = await shared();
    const prefix = `check.${randomUUID().slice(0, 8)}.`;
    if (where === 'apart') await writeBeside(url);
    return withOthers(async (another) => {
      const deps = depsOf();
      const calls: Calls =
        where === 'alone' ? lent(onThread) : createServerCalls({ url, prefix, deadlineMs: DEADLINE_MS }, deps);
      const { store, feed, close } = openEventStoreDb({ calls, ...deps });
      return { store, feed, another, close };
    });
  };
};

const writeBeside = async (url: string): Promise<void> => {
  const deps = depsOf();
  const other = openEventStoreDb({ calls: createServerCalls({ url, deadlineMs: DEADLINE_MS }, deps), ...deps });
  await other.store.append(newStream(), 'none', newEvents(100));
  await other.close();
};
