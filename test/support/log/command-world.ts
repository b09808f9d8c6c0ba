/**
 * A log with any number of command handlers on it. Each is as if in a process of its own, behind its own faulty store.
 */
import type { ExecutionContext } from 'ava';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTurns } from '../../../src/adapters/system/turns.ts';
import { type CommandHandler, createCommandHandler } from '../../../src/application/log/command-handler.ts';
import type { EventDefinition } from '../../../src/kernel/event.ts';
import type { Clock, Timers } from '../../../src/ports/basics.ts';
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import { type EventCodec } from '../../../src/schema/event-codec.ts';
import { createCountingIds } from '../kernel/counting-ids.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { createFaultyEventStore, type FaultyEventStore } from './faulty-event-store.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';
import { allEvents, createMemoryLog } from './memory-log.ts';
import { createStrictCodec } from './strict-codec.ts';

/** A test, or what closes things for several. */
export type Scope = Pick<ExecutionContext, 'teardown'>;

export type CommandProcess = { readonly handler: CommandHandler; readonly store: FaultyEventStore };

export type CommandWorld = {
  readonly codec: EventCodec;
  /** `doctored` puts one more store between handler and log: a sabotage. */
  start(options?: {
    readonly doctored?: (store: FaultyEventStore) => EventStore;
    readonly clock?: Clock;
    readonly timers?: Timers;
  }): CommandProcess;
  events(): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
};

export const context = { workspaceId: 'ws_1', actor: 'user:ann', correlationId: 'c1' };

/** `t`: the test that it is closed with; null where its maker closes it. */
export const createCommandWorld = (t: Scope | null, definitions?: readonly EventDefinition[]): CommandWorld => {
  const log = createMemoryLog();
  const codec = createStrictCodec(definitions);
  const started: CommandProcess[] = [];
  const close = async (): Promise<void> => {
    for (const { handler, store } of started) {
      store.release();
      await handler.close();
    }
    await log.close();
  };
  t?.teardown(close);

  return Object.freeze({
    codec,
    start: (options = {}) => {
      const {
        doctored = (store: FaultyEventStore) => store,
        clock = createClock(),
        timers = createHastyTimers(),
      } = options;
      const store = createFaultyEventStore(log.store);
      const ids = createCountingIds(started.length.toString(16).padStart(8, '0'));
      const turns = createTurns({ clock, timers });
      const deps = { eventStore: doctored(store), codec, clock, ids, timers, turns, logger: silentLogger };
      const process = { handler: createCommandHandler(deps), store };
      started.push(process);
      return process;
    },
    events: async () => allEvents(log),
    close,
  } satisfies CommandWorld);
};
