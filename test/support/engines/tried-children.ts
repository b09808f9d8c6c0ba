/** Children on a folder of a test's own. */
import { readdirSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { type Children, createChildren, type Job, type JobDone } from '../../../src/engines/child/children.ts';
import { tempFolder } from '../process/temp-folder.ts';

export type TriedChildren = {
  readonly children: Children;
  readonly root: string;
  readonly run: (job: Job<unknown>, signal?: AbortSignal) => Promise<JobDone<unknown>>;
  /** All that calls have left: names of scratch folders. */
  readonly folders: () => readonly string[];
};

const background = createTimers({ background: true });
/** Tests of one process run at once. */
const shared = createChildren({ childrenMax: 2, background });

/** Each run is a call with a scratch folder of its own, removed at its end. `childrenMax`: of a pool of its own. */
export const tryChildren = (t: ExecutionContext, childrenMax?: number): TriedChildren => {
  const root = tempFolder(t);
  const scratchFolders = createScratchFolders({ root, clock: { now: () => Date.now() } });
  const children = childrenMax === undefined ? shared : createChildren({ childrenMax, background });
  return {
    children,
    root,
    run: async (job, signal = new AbortController().signal) => {
      const scratch = scratchFolders.open();
      try {
        return await children.run(job, scratch, signal);
      } finally {
        await scratch.remove();
      }
    },
    folders: () => readdirSync(root),
  };
};
