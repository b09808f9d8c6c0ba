/** The log: one SQLite file that is event store and event feed. */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { isStorageError, openDatabase, unopened } from './database.ts';
import { createEventFeed } from './event-feed.ts';
import { createEventStore } from './event-store.ts';
import { createForeignPoll } from './foreign-poll.ts';
import { createLogState } from './log-state.ts';
import { createLogWriter, type LogWriter, type LogWriterDeps } from './log-writer.ts';
import { logMigrations } from './migrations.ts';

export type LogDeps = {
  readonly timers: Timers;
  /** Timers whose sleeps do not keep the process alive, for polling; `timers` unless stated. */
  readonly background?: Timers;
  /**
   * Called once when a commit has failed with an unknown outcome. Later reads of this process cannot be trusted, so it
   * must stop. Every use of the log is refused from then on.
   */
  readonly fatal: (error: unknown) => void;
  /** Makes the writer; unless stated, the writer is on this thread, over the same connection. */
  readonly openWriter?: OpenWriter;
};

/** Opens the writer of the log. */
export type OpenWriter = (deps: LogWriterDeps) => LogWriter;

export type Log = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  /** Settles the calls under way; from then on every use is refused. Idempotent. */
  readonly close: () => Promise<void>;
};

/**
 * Opens or makes the log at `path` (`:memory:` is the fast twin for tests). Throws fault `unavailable` when the file
 * cannot be opened with `synchronous=FULL`. It throws `corrupt` when it is damaged or a newer version wrote it.
 */
export const openLog = (path: string, deps: LogDeps): Log => {
  const database = openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });
  try {
    return createLog(database, deps);
  } catch (error) {
    database.close();
    throw isStorageError(error) ? unopened(path, error) : error;
  }
};

/** A log on an open database, which it closes in the end. */
export const createLog = (database: DatabaseSync, deps: LogDeps): Log => {
  const { timers, background = timers, fatal, openWriter = (here) => createLogWriter(database, here) } = deps;
  const state = createLogState(database, timers);
  let stopped: Fault | undefined;
  const stop = (error: unknown): void => {
    stopped = new Fault('unavailable', 'the log has stopped after a failed commit', { cause: error });
    state.close(stopped);
    fatal(error);
  };
  const writer = openWriter({ timers, fatal: stop });
  const look = (): void => {
    try {
      state.lookForForeign();
    } catch (error) {
      // The next look, or the next read, tells more; a locked file is no news.
      if (!isStorageError(error)) throw error;
    }
  };
  const poll = createForeignPoll(background, look, stop);

  let closing: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    await writer.close();
    state.close(new Fault('unavailable', 'the log is closed', { retriable: false }));
    database.close();
  };
  const close = async (): Promise<void> => (closing ??= finish());
  const refusal = (): Fault | undefined =>
    stopped ?? (closing === undefined ? undefined : new Fault('unavailable', 'the log is closed'));

  return Object.freeze({
    store: createEventStore({ state, writer, refusal }),
    feed: createEventFeed({ state, timers, poll }),
    close,
  });
};
