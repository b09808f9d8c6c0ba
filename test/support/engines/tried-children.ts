/** Children on a folder of a test's own. */
import { readdirSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { type ChildrenOptions, createChildren, type Job, type JobDone } from '../../../src/engines/child/children.ts';
import { tempFolder } from '../process/temp-folder.ts';

const background = createTimers({ background: true });
/** Tests of one process run at once. */
const shared = createChildren({ childrenMax: 2, background });

/** Each run is a call with a scratch folder of its own, removed at its end. `options`: of a pool of its own. */
export const tryChildren = (t: ExecutionContext, options?: Omit<ChildrenOptions, 'background'>) => {
  const root = tempFolder(t);
  const scratchFolders = createScratchFolders({ root, clock: createClock() });
  const children = options === undefined ? shared : createChildren({ ...options, background });
  return {
    children,
    root,
    run: async (job: Job<unknown>, signal = new AbortController().signal): Promise<JobDone<unknown>> => {
      const scratch = scratchFolders.open();
      try {
        return await children.run(job, scratch, signal);
      } finally {
        await scratch.remove();
      }
    },
    /** All that calls have left: names of scratch folders. */
    folders: (): readonly string[] => readdirSync(root),
  };
};
