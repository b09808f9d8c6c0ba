/**
 * The embedded message log beside a log in EventStoreDB: its offsets hold positions of another form than those of the
 * embedded log. Each handle is a process of its own: a client of the server, and a connection to `read.sqlite`.
 * Retries and beats go by a clock of the handle, what the server does by real time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { createFakeClock, type FakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { type Open, withOthers } from '../check.ts';
import type { MessageSubject } from '../message-log.contract.ts';
import type { LogSubject } from '../log-subject.ts';

/** Of the server, for a step of a check: an event reaches a subscriber within some milliseconds. */
const STEP_REAL_MS = 5;
/** From here on a check wants to see that nothing happens, or that a group settles. */
const LONG_MS = 500;
const REAL_PART = 1 / 4;

export const openMessagesBeside =
  (openLog: Open<LogSubject>): Open<MessageSubject> =>
  async (t) => {
    const folder = tempFolder(t);
    const log = await openLog(t);
    const clocks = new Set<FakeClock>();
    const crashed = new Set<FakeClock>();
    const pass = async (ms: number): Promise<void> => {
      await Promise.all([...clocks].map(async (clock) => clock.advance(ms)));
      await wait(ms < LONG_MS ? STEP_REAL_MS : ms * REAL_PART);
    };
    const subject = await withOthers<MessageSubject>(async (another) => {
      const fake = createFakeClock();
      clocks.add(fake);
      const { store, feed, close: closeLog } = await log.another();
      const deps = { timers: fake.timers, clock: fake.clock, ids: createIds(), logger: silentLogger };
      const fatal = (error: unknown): void => t.fail(`the storage stopped: ${String(error)}`);
      const { messages, close } = openDataFolder(folder, { ...deps, fatal }, { log: { store, feed, close: closeLog } });
      const crash = async (): Promise<void> => {
        clocks.delete(fake);
        crashed.add(fake);
        // Its clock holds up its own loops, and not the server, which would go on telling it of events.
        await closeLog();
      };
      return { store, messages, pass, another, crash, close };
    });
    const close = async (): Promise<void> => {
      for (const clock of crashed) clocks.add(clock);
      const state = { closed: false };
      const closing = subject.close().finally(() => {
        state.closed = true;
      });
      // Hanging work is given up after a while, as at any shutdown.
      while (!state.closed) await pass(1_000);
      await closing;
      await log.close();
    };
    return { ...subject, close };
  };
