/** The folder of objects as the contract suite wants it, with signed URLs followed as the HTTP route does. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { type FileObjectStore, openFileObjectStore } from '../../../src/adapters/object-store-fs/object-store.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import type { Download, ObjectSubject } from '../checks/object-store-support.ts';

export const openObjectSubject = async (t: ExecutionContext): Promise<ObjectSubject> => {
  const { clock, advance } = createFakeClock();
  const root = join(tempFolder(t), 'objects');
  const signingKey = createIds().bytes(32);
  const another = async (): Promise<FileObjectStore> =>
    openFileObjectStore({ root, base: '/api/v1/objects', signingKey, clock, ids: createIds() });
  const store = await another();
  return {
    store,
    another,
    download: async (url) => download(store, url, clock.now()),
    upload: async ({ url }, bytes, contentType) => upload(store, url, bytes, contentType, clock.now()),
    now: () => clock.now(),
    advance,
    close: async () => store.close(),
  };
};

const download = async (store: FileObjectStore, url: string, now: number): Promise<Download> => {
  const grant = store.verifySignature('GET', url, now);
  if (grant?.method !== 'GET') return { status: 403 };
  try {
    const bytes = Buffer.concat(await Array.fromAsync(store.stream(grant.key)));
    return { status: 200, contentType: grant.contentType, bytes };
  } catch (error) {
    if (isFault(error, 'not_found')) return { status: 404 };
    throw error;
  }
};

const upload = async (
  store: FileObjectStore,
  url: string,
  bytes: Uint8Array,
  contentType: string,
  now: number,
): Promise<number> => {
  const grant = store.verifySignature('PUT', url, now);
  if (grant?.method !== 'PUT') return 403;
  if (grant.contentType !== contentType) return 415;
  async function* body(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  try {
    await store.receive(grant, body());
    return 201;
  } catch (error) {
    if (isFault(error, 'conflict')) return 409;
    if (isFault(error, 'too_large')) return 413;
    throw error;
  }
};
