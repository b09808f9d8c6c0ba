/** The data folder, made before any store opens in it. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../kernel/faults.ts';

/** Fault `unavailable` when it cannot be made. Only its owner may look into it. */
export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await makeFolder(path, 0o700);
  } catch (error) {
    throw new Fault('unavailable', `the data folder ${path} cannot be made: choose another DATA_DIR`, { cause: error });
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
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
};
