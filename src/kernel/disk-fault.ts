import { fileTrouble } from './file-trouble.ts';
import { Fault } from './faults.ts';
import { STORAGE_FULL } from './storage-full.ts';

/** Codes of a full disk, and of a user's full share of one. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** The fault that an error of the file system is; any other error as it is. `folder`: how a message names it. */
export const diskFault = (error: unknown, folder: string): unknown => {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const isFull = 'code' in error && FULL.has(error.code);
  const what = isFull ? `the disk of ${folder} is full` : `${folder} cannot be used: ${fileTrouble(error)}`;
  return new Fault('unavailable', what, { cause: error, detail: isFull ? STORAGE_FULL : {} });
};
