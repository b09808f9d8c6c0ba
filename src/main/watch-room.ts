/**
 * Whether the disk of the log has room, as the last append of this process found it. A process that gets no work, as it
 * is not ready, appends nothing: while the disk is full, each look tries by a small file whether there is room again.
 */
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../kernel/limits.ts';
import { isStorageFull } from '../kernel/storage-full.ts';
import type { EventStore } from '../ports/event-store.ts';

export type RoomWatch = {
  /** The log, whose appends are watched. */
  readonly store: EventStore;
  /** Looks again only while it was full: the words of the fault; null when there is room. */
  readonly trouble: () => Promise<string | null>;
};

export const watchRoom = (store: EventStore, dataDir: string, pid = process.pid): RoomWatch => {
  let full: string | null = null;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    if (await hasRoom(join(dataDir, `room-${pid}.part`))) full = null;
  };

  return {
    store: {
      ...store,
      append: async (...append) => {
        try {
          const result = await store.append(...append);
          full = null;
          return result;
        } catch (error) {
          if (isStorageFull(error)) full = error instanceof Error ? error.message : String(error);
          throw error;
        }
      },
    },
    trouble: async () => {
      if (full === null) return null;
      looking ??= look().finally(() => (looking = undefined));
      await looking;
      return full;
    },
  };
};

const hasRoom = async (path: string): Promise<boolean> => {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(limits.roomProbeBytes));
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await unlink(path).catch(() => undefined);
  }
};
