/**
 * The parts of a data folder that take no writes: their disk is full, or read-only. Each may be on a disk of its own,
 * and a server may keep it.
 */
import { access, constants, lstat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileTrouble, hasCode } from '../kernel/disk-fault.ts';
import { limits } from '../kernel/limits.ts';
import type { ServersConfig } from './config-servers.ts';
import type { Config } from './config.ts';

type Part = {
  /** With a slash at its end where it is a folder: the system then takes no file for it. */
  readonly name: string;
  /** As messages name it. */
  readonly part: string;
  /** Files of a part that went to a server may still be there, and matter no more. */
  readonly isHere: (servers: ServersConfig) => boolean;
};

const PARTS: readonly Part[] = [
  { name: 'log.sqlite', part: 'the log', isHere: ({ eventStoreDb }) => eventStoreDb === null },
  { name: 'read.sqlite', part: 'the read models', isHere: ({ mongoDb, kafka }) => mongoDb === null || kafka === null },
  { name: 'objects/', part: 'the objects', isHere: ({ s3 }) => s3 === null },
  { name: 'scratch/', part: 'the scratch folders', isHere: () => true },
];

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
  { dataDir, servers }: Pick<Config, 'dataDir' | 'servers'>,
  look: (path: string) => Promise<Room> = lookAt,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    PARTS.filter(({ isHere }) => isHere(servers)).map(async ({ name, part }) =>
      troubleOf(join(dataDir, name), part, look),
    ),
  );
  return found.flat();
};

/** Whether the disk of an existing path is full. */
export const isFull = async (path: string): Promise<boolean> => !hasRoom(await statfs(path));

const troubleOf = async (path: string, part: string, look: (path: string) => Promise<Room>): Promise<string[]> => {
  try {
    return hasRoom(await look(path)) ? [] : [`the disk of ${part} is full`];
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT');
    if (isMissing && !(await isLink(path))) return [];
    return [`the place of ${part} cannot be used: ${isMissing ? 'its link leads nowhere' : fileTrouble(error)}`];
  }
};

/**
 * A part that is on no disk is not made yet. One behind a link was on a disk that is not mounted. The system
 * follows a link whose path ends with a slash.
 */
const isLink = async (path: string): Promise<boolean> =>
  lstat(resolve(path)).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

/** Some file systems count no files: these have none. */
const hasRoom = ({ bavail, bsize, files, ffree }: Room): boolean =>
  bavail * bsize >= limits.diskFreeBytesMin && (files === 0 || ffree > 0);
