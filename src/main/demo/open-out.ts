/** Whether the result can be written where it is to go: asked before the run, not after it. */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../adapters/system/make-folder.ts';
import { UserError } from './user-error.ts';

/** Written and taken away again: rights alone do not tell, for a superuser and for file systems that take no files. */
const TRIAL = '.demo-can-write-here';

/** Makes the folder where it is missing. Throws a UserError where nothing can be written. */
export const openOut = async (folder: string): Promise<void> => {
  try {
    makeFolder(folder);
    if (!(await stat(folder)).isDirectory()) throw new UserError(`--out ${folder} is a file; name a folder`);
    await writeFile(join(folder, TRIAL), '');
    await rm(join(folder, TRIAL));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`--out ${folder} cannot be written to; name another folder`, { cause: error });
  }
};
