/**
 * The bytes that this process put or got last, kept in memory. A picture that was just stored is scored at once, and
 * under `chain` it is the next frame's reference. Only keys that name their content by its hash are kept: their content
 * never changes, and was durable or checked when it was cached.
 */
import type { ObjectContent, ObjectStore } from '../../ports/object-store.ts';

type Objects = Pick<ObjectStore, 'put' | 'get'>;

const NAMED_BY_HASH = /\/[0-9a-f]{64}(?:\.[a-z0-9]+)?$/;

/** At most `bytesMax` bytes are kept. Callers share the returned bytes and must not change them. */
export const createRecentObjects = (objects: Objects, bytesMax: number): Objects => {
  // A Map iterates in the order of insertion; a used entry is inserted again, so the first key is the oldest.
  const kept = new Map<string, Uint8Array>();
  let held = 0;

  const remember = (key: string, bytes: Uint8Array): void => {
    if (!NAMED_BY_HASH.test(key) || bytes.byteLength > bytesMax) return;
    forget(key);
    kept.set(key, bytes);
    held += bytes.byteLength;
    for (const oldest of kept.keys()) {
      if (held <= bytesMax) return;
      forget(oldest);
    }
  };

  const forget = (key: string): void => {
    held -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
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
    get: async (key: string) => {
      const bytes = kept.get(key) ?? (await objects.get(key));
      remember(key, bytes);
      return bytes;
    },
  });
};
