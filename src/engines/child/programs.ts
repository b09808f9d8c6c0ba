/** The programs that a job starts, in the group of processes of its child. */
import { readFileSync } from 'node:fs';

/** Ends all processes of the group that this one leads, or led. */
export const killGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left to end, or the system is Windows, which has no groups.
  }
};

/**
 * Memory of the programs that this process runs, where the system tells; else 0. Pages of files, such as of libraries,
 * do not count: several programs share them.
 */
export const programsMemory = (): number => {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').split(' ').filter(Boolean);
    return children.reduce((sum, pid) => sum + memoryOf(pid), 0);
  } catch {
    return 0;
  }
};

/** One that has gone meanwhile has none. */
const memoryOf = (pid: string): number => {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
};
