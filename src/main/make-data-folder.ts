/** The data folder, made before any store opens in it. */
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../kernel/faults.ts';
import { fileTrouble } from '../kernel/file-trouble.ts';

/** Fault `unavailable` when it cannot be made. Only its owner may look into it. */
export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await makeFolder(path, 0o700);
  } catch (error) {
    const message = `the data folder ${path} cannot be made: ${fileTrouble(error)}; choose another DATA_DIR`;
    throw new Fault('unavailable', message, { cause: error });
  }
};

/**
 * Makes the folder and its missing parents, one by one: where a file system takes no folders (`/proc`), a recursive
 * `mkdir` never returns. Throws the error of the system.
 */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  const parent = dirname(path);
  if (!existsSync(parent) && parent !== path) await makeFolder(parent, mode);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere || !(await stat(path)).isDirectory()) throw error;
  }
};
