/**
 * Syncs of folders, shared: an fsync covers the files that were renamed before it *started*. So a caller that asks
 * while one is under way waits for the next one. All others that ask meanwhile share it.
 *
 * A failed sync is never retried: the system reports a lost write once, and the next call would report success. From
 * then on every sync fails, until a restart reads the disk.
 */
import { Fault } from '../../kernel/faults.ts';
import type { FileSystem } from './file-system.ts';

export type FolderSync = (path: string) => Promise<void>;

type Lane = { running: Promise<void>; next: Promise<void> | undefined };

export const createFolderSync = (fs: Pick<FileSystem, 'syncFolder'>): FolderSync => {
  const lanes = new Map<string, Lane>();
  let failure: Fault | undefined;

  const run = async (path: string): Promise<void> => {
    if (failure !== undefined) throw failure;
    try {
      await fs.syncFolder(path);
    } catch (error) {
      failure = new Fault('unavailable', 'a folder could not be synced; nothing is written until a restart', {
        cause: error,
      });
      throw failure;
    }
  };

  const start = (path: string, lane: Lane): void => {
    lane.running = run(path).finally(() => {
      if (lane.next === undefined) lanes.delete(path);
    });
  };

  return async (path) => {
    const lane = lanes.get(path);
    if (lane === undefined) {
      const fresh: Lane = { running: Promise.resolve(), next: undefined };
      lanes.set(path, fresh);
      start(path, fresh);
      return fresh.running;
    }
    const follow = async (): Promise<void> => {
      lane.next = undefined;
      start(path, lane);
      return lane.running;
    };
    lane.next ??= lane.running.then(follow, follow);
    return lane.next;
  };
};
