/** Scratch folders under one root, one for each call that asks for it. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFault } from '../../kernel/disk-fault.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ScratchFolders } from '../../ports/scratch.ts';

/** The beginning of the name of each folder. */
const CALL = 'call-';

export type ScratchOptions = {
  /** Made with the first folder. Only its owner may look into it. */
  readonly root: string;
  readonly clock: Pick<Clock, 'now'>;
};

export type SweptScratchFolders = ScratchFolders & {
  /** Removes the folders that nothing was added to for so long, and gives their number: crashed calls left them. */
  sweep(olderThanMs: number): Promise<number>;
};

export const createScratchFolders = ({ root, clock }: ScratchOptions): SweptScratchFolders => {
  const make = async (): Promise<string> => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return mkdtemp(join(root, CALL));
  };

  return Object.freeze({
    open: () => {
      let made: Promise<string> | undefined;
      const folder = async (): Promise<string> => {
        try {
          return await (made ??= make());
        } catch (error) {
          throw diskFault(error, 'the scratch folder');
        }
      };
      return {
        folder,
        remove: async () => {
          const path = await made?.catch(() => undefined);
          if (path !== undefined) await rm(path, { recursive: true, force: true }).catch(() => undefined);
        },
      };
    },
    sweep: async (olderThanMs: number) => {
      let removed = 0;
      for (const name of await readdir(root).catch(() => [])) {
        // Others are not ours, as `lost+found` of a disk of its own.
        if (!name.startsWith(CALL)) continue;
        const path = join(root, name);
        const found = await stat(path).catch(() => undefined);
        if (found === undefined || found.mtimeMs >= clock.now() - olderThanMs) continue;
        await rm(path, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  });
};
