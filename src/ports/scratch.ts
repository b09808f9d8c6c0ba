/** Folders for the files of calls that make media. */
import type { Scratch } from './engine.ts';

export type ScratchFolders = {
  /** Makes nothing yet. */
  open(): Scratch & {
    /** Removes the folder with all that is in it. A file that cannot be removed is left to the next start. */
    remove(): Promise<void>;
  };
};
