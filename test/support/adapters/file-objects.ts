/** An object store on files, with what a test may want to be its own. */
import { openFileObjectStore, type FileObjectStore } from '../../../src/adapters/object-store-fs/object-store.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';

type Options = Parameters<typeof openFileObjectStore>[0];

export const fileObjects = async (root: string, changes: Partial<Options> = {}): Promise<FileObjectStore> =>
  openFileObjectStore({
    root,
    base: '/objects',
    signingKey: new Uint8Array(32),
    clock: createClock(),
    ids: createIds(),
    ...changes,
  });
