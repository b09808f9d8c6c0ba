/** Secrets that the service makes for itself, kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileTrouble, hasCode } from '../../kernel/disk-fault.ts';
import { Fault } from '../../kernel/faults.ts';
import { makeFolder, syncFolder } from './make-folder.ts';

/**
 * The content of the file, made by `make` if there is none. Any number of processes may ask at once: all get the same
 * content, and none ever sees half a file. Readable by its owner only, and durable before it is answered.
 * Faults: `unavailable`, the folder cannot be read or written; `corrupt`, the file is empty.
 */
export const loadOrCreateSecret = async (
  path: string,
  make: () => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const content = await readOrCreate(path, make);
  if (content.byteLength > 0) return content;
  throw new Fault('corrupt', `the secret file ${path} is empty: put it back from a backup`);
};

/** A file that was made by another program, or was cut. Its owner may lose what the key opens, and make another. */
export const notAKey = (path: string): Fault =>
  new Fault('corrupt', `${path} holds no key: put it back from a backup, or move it away so that another one is made`);

const readOrCreate = async (path: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> => {
  try {
    return (await readIfThere(path)) ?? (await create(path, await make()));
  } catch (error) {
    throw new Fault('unavailable', `the secret file ${path} cannot be used: ${fileTrouble(error)}`, { cause: error });
  }
};

const readIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const create = async (path: string, content: Uint8Array): Promise<Uint8Array> => {
  const folder = dirname(path);
  makeFolder(folder, 0o700);
  const draft = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces: the second process reads the first one's secret.
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  syncFolder(folder);
  return new Uint8Array(await readFile(path));
};
