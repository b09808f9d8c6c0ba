import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files in a folder and its folders. A file that goes away meanwhile has none. */
export const folderBytes = (folder: string): number => {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
