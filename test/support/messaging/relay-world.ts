/** The embedded log and topics in memory, with relays between them. A wait of theirs lasts a turn of the event loop. */
import type { ExecutionContext } from 'ava';
import { type Relay, type RelayDeps, runRelay } from '../../../src/application/relay/run-relay.ts';
import type { EventPublisher } from '../../../src/ports/event-publisher.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { eventually } from '../kernel/eventually.ts';
import { createHastyTimers, type HastyTimers } from '../kernel/hasty-timers.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { allEvents, createMemoryLog } from '../log/memory-log.ts';
import { createMemoryTopics, type MemoryTopics } from './memory-publisher.ts';

export type RelayWorld = {
  readonly topics: MemoryTopics;
  readonly timers: HastyTimers;
  /** Logged errors and counts, in order. */
  readonly errors: readonly string[];
  readonly counted: ReadonlyMap<string, number>;
  /** Appends an event to each of the streams. */
  append(streams: readonly string[], bytes?: number): Promise<void>;
  run(publisher: EventPublisher, changes?: Partial<RelayDeps>): Relay;
  /** Moves the monotonic clock. */
  wait(ms: number): void;
  /** Until the relay has published the whole log. */
  caughtUp(relay: Relay): Promise<void>;
  events(): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
};

export const createRelayWorld = (t?: ExecutionContext): RelayWorld => {
  const log = createMemoryLog();
  const timers = createHastyTimers();
  const relays: Relay[] = [];
  const errors: string[] = [];
  const counted = new Map<string, number>();
  let elapsed = 0;
  let appended = 0;

  const error = (_: unknown, message: string): void => void errors.push(message);
  const logger = { ...silentLogger, error };
  const metrics = {
    count: (name: string, _?: unknown, by = 1) => void counted.set(name, (counted.get(name) ?? 0) + by),
    gauge: () => undefined,
    observe: () => undefined,
  };
  const close = async (): Promise<void> => {
    await Promise.all(relays.map(async (relay) => relay.close()));
    await log.close();
  };
  t?.teardown(close);

  return Object.freeze({
    topics: createMemoryTopics(),
    timers,
    errors,
    counted,
    append: async (streams: readonly string[], bytes = 2) => {
      for (const stream of streams) {
        appended += 1;
        const head = await log.store.head(stream);
        const type = stream.startsWith('job-') && appended % 4 === 1 ? 'TaskDispatched' : 'Happened';
        const data = JSON.stringify('x'.repeat(bytes - 2));
        await log.store.append(stream, head?.revision ?? 'none', [{ id: `e${appended}`, type, data, metadata: '{}' }]);
      }
    },
    run: (publisher: EventPublisher, changes: Partial<RelayDeps> = {}) => {
      const clock = { monotonic: () => elapsed };
      const relay = runRelay({ feed: log.feed, publisher, timers, clock, logger, metrics, ...changes });
      relays.push(relay);
      return relay;
    },
    wait: (ms: number) => {
      elapsed += ms;
    },
    caughtUp: async (relay: Relay) =>
      eventually('the relay has caught up', async () => relay.position() === (await log.feed.head())),
    events: async () => allEvents(log),
    close,
  });
};
