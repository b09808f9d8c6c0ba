/** The data folder, made before any store opens in it. */
import { makeFolder } from '../adapters/system/make-folder.ts';
import { fileTrouble } from '../kernel/disk-fault.ts';
import { Fault } from '../kernel/faults.ts';

/** Fault `unavailable` when it cannot be made. Only its owner may look into it. */
export const makeDataFolder = (path: string): void => {
  try {
    makeFolder(path, 0o700);
  } catch (error) {
    const message = `the data folder ${path} cannot be made: ${fileTrouble(error)}; choose another DATA_DIR`;
    throw new Fault('unavailable', message, { cause: error });
  }
};
