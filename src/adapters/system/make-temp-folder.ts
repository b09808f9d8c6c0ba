import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTrouble } from '../../kernel/disk-fault.ts';
import { Fault } from '../../kernel/faults.ts';

/** A new folder in `TMPDIR` whose name begins with the prefix. Fault `unavailable`: none can be made there. */
export const makeTempFolder = (prefix: string): string => {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    const message = `no folder can be made in ${tmpdir()}: ${fileTrouble(error)}; choose another TMPDIR`;
    throw new Fault('unavailable', message, { cause: error });
  }
};
