/** Children on a folder of a test's own. */
import { readdirSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createChildren, type Job, type JobDone } from '../../../src/engines/child/children.ts';
import { tempFolder } from '../process/temp-folder.ts';

const background = createTimers({ background: true });
/** Tests of one process run at once. */
const shared = createChildren({ childrenMax: 2, background });

/** Each run is a call with a scratch folder of its own, removed at its end. `childrenMax`: of a pool of its own. */
export const tryChildren = (t: ExecutionContext, childrenMax?: number) => {
  const root = tempFolder(t);
  const scratchFolders = createScratchFolders({ root, clock: createClock() });
  const children = childrenMax === undefined ? shared : createChildren({ childrenMax, background });
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
