/**
 * A file system in memory that remembers what would survive a power loss: of a file its content at its last fdatasync;
 * of a folder the names at the start of its last fsync. Nothing else is promised by POSIX, and what is not promised may
 * be there or not: the test chooses.
 */
import { basename, dirname } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import type { FileSystem, WritableFile } from '../../../src/adapters/object-store-fs/file-system.ts';

type File = { readonly kind: 'file'; content: Buffer; durable: Buffer };
type Folder = { readonly kind: 'folder'; names: Map<string, Entry>; durable: Map<string, Entry> };
type Entry = File | Folder;

export type PowerLossFs = {
  readonly fs: FileSystem;
  /** The file system as it is found after power came back. */
  readonly powerLoss: (unsyncedName: UnsyncedName) => PowerLossFs;
};

/** Whether a change of this name that no fsync covers has reached the disk all the same. */
export type UnsyncedName = (path: string) => boolean;

export type PowerLossOptions = {
  /**
   * The power goes at this step (from 1): it does not happen, and neither does any after it. Each call is a step; one
   * that syncs is two, when it starts and when it is done.
   */
  readonly lossAt?: number;
};

export const createPowerLossFs = (options: PowerLossOptions = {}): PowerLossFs => over(folder(), options);

const over = (root: Folder, { lossAt = Number.POSITIVE_INFINITY }: PowerLossOptions): PowerLossFs => {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps >= lossAt) throw systemError('EIO', 'power');
  };
  const call =
    <A extends readonly unknown[], T>(work: (...args: A) => T) =>
    async (...args: A): Promise<T> => {
      step();
      const result = work(...args);
      await immediate();
      return result;
    };
  /** `begin` takes what the sync will cover, `end` makes it durable, if there is still power. */
  const sync = async (begin: () => () => void): Promise<void> => {
    step();
    const end = begin();
    await immediate();
    step();
    end();
  };

  const writable = (file: File): WritableFile => ({
    write: call((bytes) => {
      file.content = Buffer.concat([file.content, bytes]);
    }),
    datasync: async () =>
      sync(() => {
        const { content } = file;
        return () => {
          file.durable = content;
        };
      }),
    close: async () => undefined,
  });

  const fs: FileSystem = {
    makeFolder: call((path) => addName(root, path, folder())),
    create: call((path) => {
      const file: File = { kind: 'file', content: Buffer.alloc(0), durable: Buffer.alloc(0) };
      addName(root, path, file);
      return writable(file);
    }),
    open: call((path) => {
      const file = find(root, path);
      if (file?.kind !== 'file') throw systemError(file === undefined ? 'ENOENT' : 'EISDIR', 'open');
      return {
        size: file.content.length,
        version: '',
        changedAt: Infinity,
        read: async (position, length) => file.content.subarray(position, position + length),
        close: async () => undefined,
      };
    }),
    stat: call((path) => {
      const entry = find(root, path);
      if (entry === undefined) return undefined;
      return { size: entry.kind === 'file' ? entry.content.length : 0, folder: entry.kind === 'folder', modifiedAt: 0 };
    }),
    rename: call((from, to) => {
      const entry = existing(root, from);
      folderOf(root, to).names.set(basename(to), entry);
      folderOf(root, from).names.delete(basename(from));
    }),
    link: call((from, to) => addName(root, to, existing(root, from))),
    unlink: call((path) => {
      existing(root, path);
      folderOf(root, path).names.delete(basename(path));
    }),
    syncFolder: async (path) =>
      sync(() => {
        const entry = existing(root, path);
        if (entry.kind !== 'folder') throw systemError('ENOTDIR', 'fsync');
        const names = new Map(entry.names);
        return () => {
          entry.durable = names;
        };
      }),
    list: async function* list(path) {
      const entry = existing(root, path);
      if (entry.kind !== 'folder') throw systemError('ENOTDIR', 'scandir');
      for (const [name, child] of entry.names) yield { name, folder: child.kind === 'folder' };
    },
  };

  return Object.freeze({
    fs: Object.freeze(fs),
    powerLoss: (unsyncedName) => over(afterLoss(root, '', unsyncedName), {}),
  });
};

const afterLoss = (before: Folder, path: string, unsyncedName: UnsyncedName): Folder => {
  const after = folder();
  for (const name of new Set([...before.names.keys(), ...before.durable.keys()])) {
    const [now, durable] = [before.names.get(name), before.durable.get(name)];
    const entry = now === durable || !unsyncedName(`${path}/${name}`) ? durable : now;
    if (entry !== undefined) after.names.set(name, survivorOf(entry, `${path}/${name}`, unsyncedName));
  }
  after.durable = new Map(after.names);
  return after;
};

const survivorOf = (entry: Entry, path: string, unsyncedName: UnsyncedName): Entry =>
  entry.kind === 'folder'
    ? afterLoss(entry, path, unsyncedName)
    : { kind: 'file', content: entry.durable, durable: entry.durable };

const folder = (): Folder => ({ kind: 'folder', names: new Map(), durable: new Map() });

const find = (root: Folder, path: string): Entry | undefined => {
  let entry: Entry | undefined = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    entry = entry?.kind === 'folder' ? entry.names.get(name) : undefined;
  }
  return entry;
};

const existing = (root: Folder, path: string): Entry => {
  const entry = find(root, path);
  if (entry === undefined) throw systemError('ENOENT', 'lookup');
  return entry;
};

const folderOf = (root: Folder, path: string): Folder => {
  const parent = existing(root, dirname(path));
  if (parent.kind !== 'folder') throw systemError('ENOTDIR', 'lookup');
  return parent;
};

const addName = (root: Folder, path: string, entry: Entry): void => {
  const parent = folderOf(root, path);
  if (parent.names.has(basename(path))) throw systemError('EEXIST', 'create');
  parent.names.set(basename(path), entry);
};

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
