/** SIGSTOP for a process that shares a data folder with others. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../kernel/eventually.ts';
import type { ServiceProcess } from './service-process.ts';

/** Whether a process is in the middle of a write to one of the files. */
const isLocked = (dataDir: string): boolean =>
  ['log.sqlite', 'read.sqlite'].some((name) => {
    const database = new DatabaseSync(join(dataDir, name), { timeout: 0 });
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
      return false;
    } catch {
      return true;
    } finally {
      database.close();
    }
  });

/** A process that is stopped within a write keeps all others from writing: that is SQLite's, and not what is tested. */
export const stopBetweenWrites = async (process: ServiceProcess, dataDir: string): Promise<void> =>
  eventually('it is stopped between two writes', async () => {
    process.signal('SIGSTOP');
    // The signal takes effect in its own time.
    await wait(20);
    if (!isLocked(dataDir)) return true;
    process.signal('SIGCONT');
    return false;
  });
