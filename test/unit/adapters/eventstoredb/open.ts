/** A log on a double, with what a test may want to be its own. */
import type { ExecutionContext } from 'ava';
import type { Calls } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import {
  type EventStoreDb,
  type EventStoreDbOptions,
  openEventStoreDb,
} from '../../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { createServerCalls, type ServerOptions } from '../../../../src/adapters/eventstoredb/server/server-calls.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import { settleAppend, type Append, type Settled } from '../../../../src/application/log/settle-append.ts';
import type { EventStore, StoredEvent } from '../../../../src/ports/event-store.ts';
import { newCategory, newEvents, newStream } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../../support/event-store-double/start.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

type Changes = Partial<Omit<EventStoreDbOptions, 'calls'> & ServerOptions>;

/** The calls of the server as they are. */
export const callsOn = (t: Pick<ExecutionContext, 'teardown'>, url: string): Calls => {
  const deps = { clock: createClock(), timers: createTimers(), logger: silentLogger };
  const calls = createServerCalls({ url, deadlineMs: 30_000 }, deps);
  t.teardown(async () => calls.close(new Fault('unavailable', 'closed')));
  return calls;
};

/** Patient, as a busy machine is no fault of the adapter. */
export const openOn = (t: Pick<ExecutionContext, 'teardown'>, url: string, changes: Changes = {}): EventStoreDb => {
  const system = { clock: createClock(), timers: createTimers(), logger: silentLogger };
  const deps = { ...system, ...changes };
  const calls = createServerCalls({ url, deadlineMs: 30_000, ...changes }, deps);
  const log = openEventStoreDb({ ...deps, calls });
  t.teardown(async () => log.close());
  return log;
};

export const openBoth = async (
  t: Pick<ExecutionContext, 'teardown'>,
  changes: Changes = {},
): Promise<EventStoreDb & { readonly double: EventStoreDouble }> => {
  const double = await startEventStoreDouble(t, { twinTimeoutMs: 100 });
  return { ...openOn(t, double.url, changes), double };
};

export const settle = async (eventStore: EventStore, append: Append): Promise<Settled> => {
  const { signal } = new AbortController();
  const clock = createClock();
  const deps = { eventStore, timers: createTimers(), logger: silentLogger, monotonic: () => clock.monotonic(), signal };
  return settleAppend(deps, append, () => undefined);
};

export type Follower = {
  readonly seen: readonly StoredEvent[];
  /** How often it was told that it was dropped. */
  drops(): number;
  readonly stop: () => Promise<void>;
};

/** Follows the log as the application does: after each drop it resumes. Other errors end it. */
export const follow = (t: ExecutionContext, { feed }: EventStoreDb, category: string): Follower => {
  const seen: StoredEvent[] = [];
  const stopping = new AbortController();
  let drops = 0;
  let at = '';
  const one = async (): Promise<void> => {
    for await (const { events, through } of feed.subscribe(at, { categories: [category], signal: stopping.signal })) {
      seen.push(...events);
      at = through;
    }
  };
  const run = async (): Promise<void> => {
    const timers = createTimers();
    while (!stopping.signal.aborted) {
      try {
        await one();
      } catch (error) {
        if (!isFault(error, 'unavailable')) throw error;
        drops += 1;
        await timers.sleep(10);
      }
    }
  };
  const running = run();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  t.teardown(stop);
  return { seen, drops: () => drops, stop };
};

/** A log, a stream of a category of its own, and a follower of that. */
export const openFollowed = async (t: ExecutionContext, changes: Changes = {}) => {
  const log = await openBoth(t, changes);
  const category = newCategory();
  return { log, category, stream: newStream(category), follower: follow(t, log, category) };
};

export const appendMany = async (store: EventStore, stream: string, from: number, count: number): Promise<void> => {
  for (let revision = from; revision < from + count; revision += 1) {
    await store.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
  }
};

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const revisionsOf = ({ seen }: Follower): number[] => seen.map(({ revision }) => revision);

/** The log is quiet, and the server asked to tell of the next event. */
export const quiet = async ({ faults }: EventStoreDouble): Promise<void> =>
  eventually('the server is to tell of the next event', () => faults.openSubscriptions() === 1);
