/** A bucket of a real S3 server as the contract suite wants it, with signed URLs followed by plain HTTP. */
import {
  openS3ObjectStore,
  type S3ObjectStore,
  type S3ObjectStoreOptions,
} from '../../../src/adapters/object-store-s3/open-object-store.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { ObjectStore, SignedUrl } from '../../../src/ports/object-store.ts';
import { givenS3, makeBucket, type S3Settings } from '../../support/servers/s3.ts';
import type { Open } from '../check.ts';
import type { Download, ObjectSubject } from '../checks/object-store-support.ts';

/** Keys of the checks are unique, so that all of them share one bucket, with whatever else is in it. */
export const openObjectSubject =
  (endpoint: string): Open<ObjectSubject> =>
  async () => {
    const settings = givenS3(endpoint);
    await makeBucket(settings);
    const opened: ObjectStore[] = [];
    const another = async (): Promise<ObjectStore> => {
      const store = openStore(settings);
      opened.push(store);
      return store;
    };
    return {
      store: await another(),
      another,
      download,
      upload,
      now: () => Date.now(),
      advance: undefined,
      close: async () => {
        for (const store of opened) await store.close();
      },
    };
  };

export const openStore = (settings: S3Settings, options: Partial<S3ObjectStoreOptions> = {}): S3ObjectStore =>
  openS3ObjectStore({ ...settings, clock: createClock(), timers: createTimers(), ...options });

export const download = async (url: string): Promise<Download> => {
  const answer = await fetch(url);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', bytes };
};

export const upload = async (
  { url, headers }: Pick<SignedUrl, 'url' | 'headers'>,
  bytes: Uint8Array,
  contentType: string,
): Promise<number> => {
  const all = { ...headers, 'content-type': contentType };
  const answer = await fetch(url, { method: 'PUT', headers: all, body: Buffer.from(bytes) });
  await answer.arrayBuffer();
  return answer.status;
};
