/**
 * The parts of a data folder that take no writes: their disk is full, or read-only. Each may be on a disk of its own,
 * and a server may keep it.
 */
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../adapters/object-store-fs/file-system.ts';
import { fileTrouble } from '../kernel/file-trouble.ts';
import { limits } from '../kernel/limits.ts';

const PARTS = {
  'log.sqlite': 'the log',
  'read.sqlite': 'the read models',
  objects: 'the objects',
  scratch: 'the scratch folders',
} as const;

type Room = { readonly bavail: number; readonly bsize: number; readonly files: number; readonly ffree: number };

/** The error of the system where a write would fail by it. */
const lookAt = async (path: string): Promise<Room> => {
  await access(path, constants.W_OK);
  return statfs(path);
};

/**
 * A sentence for each. The system is asked at each look, since a process that gets no work writes nothing (decision
 * 0163).
 */
export const fullDisks = async (
  dataDir: string,
  look: (path: string) => Promise<Room> = lookAt,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    Object.entries(PARTS).map(async ([name, part]) => troubleOf(join(dataDir, name), part, look)),
  );
  return found.flat();
};

/** Whether the disk of an existing path is full. */
export const isFull = async (path: string): Promise<boolean> => !hasRoom(await statfs(path));

const troubleOf = async (path: string, part: string, look: (path: string) => Promise<Room>): Promise<string[]> => {
  try {
    return hasRoom(await look(path)) ? [] : [`the disk of ${part} is full`];
  } catch (error) {
    return hasCode(error, 'ENOENT') ? [] : [`the place of ${part} cannot be used: ${fileTrouble(error)}`];
  }
};

/** Some file systems count no files: these have none. */
const hasRoom = ({ bavail, bsize, files, ffree }: Room): boolean =>
  bavail * bsize >= limits.diskFreeBytesMin && (files === 0 || ffree > 0);
