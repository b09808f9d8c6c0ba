/** Why the system gives no use of a file or folder, in words for operators: "it …". */
export const fileTrouble = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return 'it cannot be used';
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
