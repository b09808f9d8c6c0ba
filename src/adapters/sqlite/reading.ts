/**
 * Waits out a locked file without blocking: another process writes it, recovers it, or is the last to close it. Rare,
 * and short, for reads.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { isBusy, resultCode, storageFault } from './database.ts';

export type Reading = <T>(read: () => T) => Promise<T>;

/** `closed` says why nothing may be read any more. Faults `unavailable` and `corrupt`. */
export const createReading =
  (database: DatabaseSync, timers: Timers, closed: () => Fault | undefined): Reading =>
  async (read) => {
    for (let waitedMs = 0; ; waitedMs += limits.sqliteRetryMs) {
      const fault = closed();
      if (fault !== undefined) throw fault;
      try {
        return read();
      } catch (error) {
        // Any error that is not SQLite's is a bug, and stays as it is.
        if (resultCode(error) === undefined) throw error;
        if (!isBusy(error) || waitedMs >= limits.sqliteBusyMaxMs) throw storageFault(error, database);
      }
      await timers.sleep(limits.sqliteRetryMs);
    }
  };
