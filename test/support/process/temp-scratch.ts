/** Scratch folders of calls, in a folder that is gone when the test is over. */
import type { ExecutionContext } from 'ava';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import type { ScratchFolders } from '../../../src/ports/scratch.ts';
import { tempFolder } from './temp-folder.ts';

export const tempScratch = (t: ExecutionContext): ScratchFolders =>
  createScratchFolders({ root: tempFolder(t), clock: createClock() });
