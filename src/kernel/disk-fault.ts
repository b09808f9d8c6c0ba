/** A file system that refuses: as a fault, and in words for operators. */
import { Fault, isFault } from './faults.ts';

/** The detail of a fault whose reason is a full disk of the service's own: it passes once there is room. */
export const STORAGE_FULL = Object.freeze({ reason: 'storage_full' });

export const isStorageFull = (error: unknown): boolean =>
  isFault(error, 'unavailable') && error.detail['reason'] === STORAGE_FULL.reason;

/** The code of an error of the system, such as `ENOENT`, or of a library of Node; undefined without one. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether an error has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(systemCode(error) ?? '');

/** The fault that an error of the file system is; any other error as it is. `folder`: how a message names it. */
export const diskFault = (error: unknown, folder: string): unknown => {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  // Of a full disk, and of a user's full share of one.
  const isFull = hasCode(error, 'ENOSPC', 'EDQUOT');
  const what = isFull ? `the disk of ${folder} is full` : `${folder} cannot be used: ${fileTrouble(error)}`;
  return new Fault('unavailable', what, { cause: error, detail: isFull ? STORAGE_FULL : {} });
};

/** Why the system gives no use of a file or folder, in words for operators: "it …". */
export const fileTrouble = (error: unknown): string => {
  const code = systemCode(error);
  if (code === undefined) return 'it cannot be used';
  return TROUBLES[code] ?? `the system answers ${code}`;
};

const TROUBLES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  ENOENT: 'it is not there, and no file can be made there',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ELOOP: 'its links lead in a ring',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'its disk fails',
};
