/**
 * Files that are whole and durable before they are announced: a draft in the same folder is filled, fdatasynced and
 * only then renamed. The folder is fsynced, and so is the parent of each folder on the way. Without any of these a
 * power loss takes back acknowledged files (test/unit/adapters/object-store-fs/power-loss.test.ts).
 */
import { basename, dirname, join } from 'node:path';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { hasCode } from '../../kernel/disk-fault.ts';
import { limits } from '../../kernel/limits.ts';
import type { Ids } from '../../ports/basics.ts';
import type { FileSystem } from './file-system.ts';
import { createFolderSync } from './folder-sync.ts';

const DRAFT_END = '.part';

export type DurableFiles = {
  /** Writes the file, replacing any that is there; nothing is replaced when the content breaks off. */
  readonly write: (path: string, content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>;
  /**
   * Writes the file and gives its size. Fails with EEXIST when it is there. Then, and when the content breaks off,
   * no trace is left.
   */
  readonly writeOnce: (path: string, content: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Makes sure that a file that was found is durable: another process may have died before it synced the folder. */
  readonly confirm: (path: string) => Promise<void>;
  /** Also for a missing file: the process that unlinked it may have died before it synced the folder. */
  readonly remove: (path: string) => Promise<void>;
};

export type DurableFilesOptions = {
  readonly fs: FileSystem;
  /** A folder that exists, durably. */
  readonly root: string;
  readonly ids: Pick<Ids, 'bytes'>;
};

export const createDurableFiles = ({ fs, root, ids }: DurableFilesOptions): DurableFiles => {
  const syncFolder = createFolderSync(fs);
  /** Paths, of files and folders, that this process has seen to be durable. */
  const known = createBoundedMap<string, true>(limits.objectsKnownMax);

  const ensureFolder = async (path: string): Promise<void> => {
    if (path === root || known.get(path) === true) return;
    await ensureFolder(dirname(path));
    await fs.makeFolder(path).catch(ignore('EEXIST'));
    // Also when it existed: its maker may not have synced it yet.
    await syncFolder(dirname(path));
    known.set(path, true);
  };

  const fill = async (draft: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> => {
    const file = await fs.create(draft);
    let size = 0;
    try {
      for await (const chunk of content) {
        await file.write(chunk);
        size += chunk.byteLength;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    return size;
  };

  const place = async (
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    publish: (draft: string) => Promise<void>,
  ): Promise<number> => {
    const folder = dirname(path);
    await ensureFolder(folder);
    const draft = join(folder, `.${basename(path)}.${Buffer.from(ids.bytes(9)).toString('hex')}${DRAFT_END}`);
    try {
      const size = await fill(draft, content);
      await publish(draft);
      await syncFolder(folder);
      known.set(path, true);
      return size;
    } catch (error) {
      // A folder was removed under us: the list of known folders is stale.
      if (hasCode(error, 'ENOENT')) known.clear();
      await fs.unlink(draft).catch(() => undefined);
      throw error;
    }
  };

  return Object.freeze({
    write: async (path, content) => {
      await place(path, content instanceof Uint8Array ? [content] : content, async (draft) => fs.rename(draft, path));
    },
    writeOnce: async (path, content) =>
      place(path, content, async (draft) => {
        await fs.link(draft, path);
        await fs.unlink(draft);
      }),
    confirm: async (path) => {
      if (known.get(path) === true) return;
      await ensureFolder(dirname(path));
      await syncFolder(dirname(path));
      known.set(path, true);
    },
    remove: async (path) => {
      known.delete(path);
      await fs.unlink(path).catch(ignore('ENOENT', 'ENOTDIR'));
      if ((await fs.stat(dirname(path)))?.folder === true) await syncFolder(dirname(path));
    },
  });
};

/**
 * Removes drafts that crashed writers left: those last written before `before` (milliseconds since the epoch). Gives
 * how many. Reads every folder once, so it belongs in the background.
 */
export const sweepDrafts = async (
  fs: FileSystem,
  folder: string,
  before: number,
  signal?: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for await (const entry of readable(fs, folder)) {
    if (signal?.aborted === true) break;
    const path = join(folder, entry.name);
    if (entry.folder) removed += await sweepDrafts(fs, path, before, signal);
    else if (entry.name.startsWith('.') && entry.name.endsWith(DRAFT_END)) {
      const found = await fs.stat(path);
      if (found === undefined || found.modifiedAt >= before) continue;
      await fs.unlink(path).catch(ignore('ENOENT'));
      removed += 1;
    }
  }
  return removed;
};

/** Nothing of a folder that this user may not read: it is not ours, as `lost+found` of a disk of its own. */
async function* readable(fs: FileSystem, folder: string): ReturnType<FileSystem['list']> {
  try {
    yield* fs.list(folder);
  } catch (error) {
    ignore('EACCES', 'EPERM')(error);
  }
}

const ignore =
  (...codes: readonly string[]) =>
  (error: unknown): void => {
    if (!hasCode(error, ...codes)) throw error;
  };
