/** The parts of a data folder whose disks have no room. Each may be on a disk of its own, and a server may keep it. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../adapters/object-store-fs/file-system.ts';
import { limits } from '../kernel/limits.ts';

const PARTS = {
  'log.sqlite': 'the log',
  'read.sqlite': 'the read models',
  objects: 'the objects',
  scratch: 'the scratch folders',
} as const;

type Room = { readonly bavail: number; readonly bsize: number; readonly files: number; readonly ffree: number };

/**
 * A sentence for each. The system is asked at each look, since a process that gets no work writes nothing (decision
 * 0163). `look`: as `statfs`.
 */
export const fullDisks = async (
  dataDir: string,
  look: (path: string) => Promise<Room> = statfs,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    Object.entries(PARTS).map(async ([name, part]) => troubleOf(join(dataDir, name), part, look)),
  );
  return found.flat();
};

const troubleOf = async (path: string, part: string, look: (path: string) => Promise<Room>): Promise<string[]> => {
  try {
    return hasRoom(await look(path)) ? [] : [`the disk of ${part} is full`];
  } catch (error) {
    return hasCode(error, 'ENOENT') ? [] : [`the disk of ${part} cannot be looked at`];
  }
};

/** Some file systems count no files: these have none. */
const hasRoom = ({ bavail, bsize, files, ffree }: Room): boolean =>
  bavail * bsize >= limits.diskFreeBytesMin && (files === 0 || ffree > 0);
