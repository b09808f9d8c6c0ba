/** An object store in a bucket of any S3-compatible server. */
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { requireObjectKey } from '../../kernel/object-key.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import type { ObjectContent, ObjectStore } from '../../ports/object-store.ts';
import { createClient } from './client.ts';
import { type Bucket, get, head, inspect, ping, put, read, remove } from './objects.ts';
import { createUrlSigner } from './url-signer.ts';
import type { SigningKeys } from './presign.ts';

export type S3ObjectStoreOptions = SigningKeys & {
  /** Where this process reaches the server: scheme, host and port. Addresses are path-style: `/bucket/key`. */
  readonly endpoint: string;
  /** Where clients reach it, for signed URLs; the same unless it is set. */
  readonly publicEndpoint?: string;
  /**
   * It exists and keeps no versions. The credentials may list it, get, put and delete. Without `s3:ListBucket` a server
   * answers 403 for a key that is not there.
   */
  readonly bucket: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Pick<Timers, 'sleep'>;
};

export type S3ObjectStore = ObjectStore & {
  /**
   * Fault `unavailable` unless the server answers, takes the credentials, has the bucket and takes objects. It puts a
   * small one, always the same, unless the last put was taken.
   */
  ping(): Promise<void>;
};

/**
 * Makes no call to the server yet. While it is down or refuses the credentials, each call fails with fault
 * `unavailable`. Its status and code are in the detail. BrokenInvariant: an endpoint with a path, or a name that no
 * bucket has.
 */
export const openS3ObjectStore = (options: S3ObjectStoreOptions): S3ObjectStore => {
  const { bucket, clock, timers } = options;
  assert(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket), `not a name for a bucket: ${bucket}`);
  const endpoint = originOf(options.endpoint);
  const signer = createUrlSigner({
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    origin: options.publicEndpoint === undefined ? endpoint : originOf(options.publicEndpoint),
    bucket,
  });
  const client = createClient({ ...options, endpoint });
  const objects: Bucket = { client, name: bucket, timers, seen: false, takes: false };
  return Object.freeze({
    put: async (key: string, content: ObjectContent, contentType: string) => put(objects, key, content, contentType),
    get: async (key: string) => get(objects, key),
    read: (key: string, signal?: AbortSignal) => read(objects, key, signal),
    head: async (key: string) => head(objects, key),
    inspect: async (key: string) => inspect(objects, key),
    remove: async (key: string) => remove(objects, key),
    ping: async () => ping(objects),
    signGet: (key: string, ttlSeconds: number) => {
      requireObjectKey(key);
      return signer.signGet(key, ttlSeconds, clock.now());
    },
    signPut: (key: string, rules: Parameters<ObjectStore['signPut']>[1], ttlSeconds: number) => {
      const { contentType, sizeMax, anySize } = rules;
      requireObjectKey(key, contentType);
      assert(Number.isSafeInteger(sizeMax) && sizeMax > 0, 'an upload is signed for a whole number of bytes');
      const size = anySize === true ? null : Math.min(sizeMax, limits.objectBytesMax);
      return signer.signPut(key, contentType, size, ttlSeconds, clock.now());
    },
    close: async () => client.destroy(),
  });
};

const originOf = (endpoint: string): string => {
  const url = URL.parse(endpoint);
  const plain = url !== null && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname + url.search + url.hash);
  assert(plain && url.username === '', 'the endpoint of an S3 server is a scheme, a host and a port');
  return url.origin;
};
