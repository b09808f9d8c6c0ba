import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../../kernel/disk-fault.ts';

/**
 * Makes a folder and its missing parents. Each new name is on disk before anything within it is promised to be: stores
 * sync the names in their own folders only. They are made one by one, because a recursive `mkdir` never returns where a
 * file system takes no folders (`/proc`). Throws the error of the system.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  const parent = dirname(resolve(path));
  if (!existsSync(parent) && parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && statSync(path).isDirectory()) return;
    throw error;
  }
  syncFolder(parent);
};

/** The names in a folder are on disk as they are now. */
export const syncFolder = (path: string): void => {
  // Windows cannot open a folder for syncing, and journals names by itself.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
