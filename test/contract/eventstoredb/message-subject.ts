/**
 * The embedded message log beside a log in EventStoreDB: its offsets hold positions of another form than those of the
 * embedded log. Each handle is a process of its own: a client of the server, and a connection to `read.sqlite`.
 * Retries and beats go by a clock of the handle, what the server does by real time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import type { Open } from '../check.ts';
import type { MessageSubject } from '../message-log.contract.ts';
import type { LogSubject } from '../log-subject.ts';
import { onFakeClocks } from '../on-fake-clocks.ts';

/** Of the server, for a step of a check: an event reaches a subscriber within some milliseconds. */
const STEP_REAL_MS = 5;
/** From here on a check wants to see that nothing happens, or that a group settles. */
const LONG_MS = 500;
const REAL_PART = 1 / 4;

const inRealTime = async (ms: number): Promise<void> => wait(ms < LONG_MS ? STEP_REAL_MS : ms * REAL_PART);

export const openMessagesBeside =
  (openLog: Open<LogSubject>): Open<MessageSubject> =>
  async (t) => {
    const folder = tempFolder(t);
    const log = await openLog(t);
    const fatal = (error: unknown): void => t.fail(`the storage stopped: ${String(error)}`);
    const subject = await onFakeClocks(async ({ timers, clock }) => {
      const { store, feed, close: closeLog } = await log.another();
      const deps = { timers, clock, ids: createIds(), logger: silentLogger, fatal };
      const { messages, close } = openDataFolder(folder, deps, { log: { store, feed, close: closeLog } });
      // Its clock holds up its own loops, and not the server, which would go on telling it of events.
      return { store, messages, close, atCrash: closeLog };
    }, inRealTime);
    const close = async (): Promise<void> => {
      await subject.close();
      await log.close();
    };
    return { ...subject, close };
  };
