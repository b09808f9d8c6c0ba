/** The few calls to the file system that objects need; a type, so that a test can take the power away. */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { hasCode } from '../../kernel/disk-fault.ts';

export type FileSystem = {
  /** Fails with EEXIST, and with ENOENT when the parent is missing. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** A new, empty file, which must not exist yet. */
  readonly create: (path: string) => Promise<WritableFile>;
  /** Fails with EISDIR for anything but a file: a folder, or a pipe, which would hold up its reader for ever. */
  readonly open: (path: string) => Promise<ReadableFile>;
  /** Undefined when there is nothing under that name. */
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  /** Replaces the target. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** A second name for a file. Fails with EEXIST. */
  readonly link: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  /** Makes the names in a folder durable, as they are when the call starts. */
  readonly syncFolder: (path: string) => Promise<void>;
  readonly list: (path: string) => AsyncIterable<{ readonly name: string; readonly folder: boolean }>;
};

export type FileStat = { readonly size: number; readonly folder: boolean; readonly modifiedAt: number };

export type WritableFile = {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Makes the content durable. */
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ReadableFile = {
  readonly size: number;
  /** Another one after each change of the file: of its inode, its size and the time of its last change. */
  readonly version: string;
  /** That time: milliseconds since the epoch. The system sets it, and no program can. */
  readonly changedAt: number;
  /** At most `length` bytes; fewer only at the end of the file. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
};

const statOfFile = async (handle: FileHandle): Promise<BigIntStats> => {
  const found = await handle.stat({ bigint: true });
  if (found.isFile()) return found;
  throw Object.assign(new Error('there is no file under this name'), { code: 'EISDIR', syscall: 'open' });
};

export const nodeFileSystem: FileSystem = Object.freeze({
  makeFolder: async (path) => {
    await mkdir(path, { mode: 0o700 });
  },
  create: async (path) => {
    const handle = await open(path, 'wx', 0o600);
    return {
      write: async (bytes) => handle.writeFile(bytes),
      datasync: async () => handle.datasync(),
      close: async () => handle.close(),
    };
  },
  open: async (path) => {
    // Windows has neither such pipes nor the flag.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = await statOfFile(handle).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    const size = Number(found.size);
    return {
      size,
      version: `${found.dev} ${found.ino} ${found.size} ${found.ctimeNs}`,
      changedAt: Number(found.ctimeMs),
      read: async (position, length) => {
        const into = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)));
        let filled = 0;
        while (filled < into.length) {
          const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return into.subarray(0, filled);
      },
      close: async () => handle.close(),
    };
  },
  stat: async (path) => {
    try {
      const found = await stat(path);
      return { size: found.size, folder: found.isDirectory(), modifiedAt: found.mtimeMs };
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw error;
    }
  },
  rename,
  link,
  unlink,
  syncFolder: async (path) => {
    // Windows cannot open a folder for syncing, and journals names by itself.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  list: async function* list(path) {
    for await (const entry of await opendir(path)) yield { name: entry.name, folder: entry.isDirectory() };
  },
});
