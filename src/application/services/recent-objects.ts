/**
 * The bytes that this process put or got last, kept in memory. A picture that was just stored is scored at once, and
 * under `chain` it is the next frame's reference. Only keys that name their content by its hash are kept: their content
 * never changes, and was durable or checked when it was cached.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import type { ObjectContent, ObjectStore } from '../../ports/object-store.ts';

type Objects = Pick<ObjectStore, 'put' | 'get' | 'read'>;

const NAMED_BY_HASH = /\/[0-9a-f]{64}(?:\.[a-z0-9]+)?$/;

/**
 * About `bytesMax` bytes are kept, but none that are read in chunks. Callers share the returned bytes and must not
 * change them.
 */
export const createRecentObjects = (objects: Objects, bytesMax: number): Objects => {
  const kept = createBoundedMap<string, Uint8Array>(bytesMax, undefined, ({ byteLength }) => byteLength);

  const remember = (key: string, bytes: Uint8Array): void => {
    if (NAMED_BY_HASH.test(key) && bytes.byteLength <= bytesMax) kept.set(key, bytes);
  };

  return Object.freeze({
    put: async (key: string, bytes: ObjectContent, contentType: string) => {
      if (!(bytes instanceof Uint8Array)) return objects.put(key, bytes, contentType);
      const known = kept.get(key);
      if (known?.byteLength === bytes.byteLength) return { key, size: bytes.byteLength, contentType };
      const info = await objects.put(key, bytes, contentType);
      remember(key, bytes);
      return info;
    },
    read: (key: string, signal?: AbortSignal) => objects.read(key, signal),
    get: async (key: string) => {
      const bytes = kept.get(key) ?? (await objects.get(key));
      remember(key, bytes);
      return bytes;
    },
  });
};
