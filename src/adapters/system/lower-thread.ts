/** The scheduling priority of one thread. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread, where the system has one for each thread (Linux). Elsewhere, or refused,
 * the thread shares as all others do. `niceness`: 0 is the usual one, 19 the lowest.
 */
export const lowerThread = (niceness: number): void => {
  try {
    // `PID/task/TID`: a priority of a thread is set by its own id there.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // It shares as all others do.
  }
};
