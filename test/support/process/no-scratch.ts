/** Scratch folders where no call may ask for one. */
import { BrokenInvariant } from '../../../src/kernel/faults.ts';
import type { Scratch } from '../../../src/ports/engine.ts';
import type { ScratchFolders } from '../../../src/ports/scratch.ts';

export const NO_FOLDER: Scratch = {
  folder: async () => Promise.reject(new BrokenInvariant('this call needs no folder')),
};

export const noScratch: ScratchFolders = {
  open: () => ({ ...NO_FOLDER, remove: async () => Promise.resolve() }),
};
