/** The data folder, made before any store opens in it. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../kernel/faults.ts';

/**
 * Makes the folder and what is missing above it, one by one: where a file system takes no folders (`/proc`), a
 * recursive `mkdir` never returns. Fault `unavailable` when it cannot be made.
 */
export const makeDataFolder = async (path: string): Promise<void> => {
  const parent = dirname(path);
  if (!existsSync(parent) && parent !== path) await makeDataFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw new Fault('unavailable', `the data folder ${path} cannot be made: choose another DATA_DIR`, { cause: error });
  }
};
