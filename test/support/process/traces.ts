/** The children and the open files of a process at this moment, as /proc tells. */
import { readdirSync, readFileSync } from 'node:fs';

/** Empty for a process that is gone. */
export const parentOf = (pid: string): string => {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    // It has ended since the listing.
    return '';
  }
};

export const childrenOf = (parent: number): readonly string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === String(parent));

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
