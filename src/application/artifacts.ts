/**
 * Artifacts: large content that events name by hash (scripts, storyboards, manifests). Canonical JSON under its
 * sha256, below the workspace's prefix, durable before the event that names it.
 */
import { canonicalJson, sha256 } from '../kernel/canonical-json.ts';
import { Fault, isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { createBoundedMap } from '../kernel/bounded-map.ts';

export type Artifacts = {
  /** Stores a value and gives its hash (64 hex digits). */
  put(workspaceId: string, value: unknown): Promise<string>;

  /**
   * The value under a hash. `undefined` when the workspace has no such artifact; fault `corrupt` when the bytes are
   * not what the hash names. Shared between callers: not to be changed.
   */
  get<T>(workspaceId: string, hash: string): Promise<T | undefined>;
};

const HASH = /^[0-9a-f]{64}$/;

export const artifactKey = (workspaceId: string, hash: string): string => `${workspaceId}/artifacts/${hash}`;

export const createArtifacts = (objects: Pick<ObjectStore, 'put' | 'get'>): Artifacts => {
  // Small artifacts only: a manifest of 200 frames with prompts of 12,000 characters is 10 MB.
  const recent = createBoundedMap<string, unknown>(limits.artifactCacheMax);

  const remember = (key: string, value: unknown, bytes: number): void => {
    if (bytes <= limits.artifactCacheBytesMax) recent.set(key, value);
  };

  return Object.freeze({
    put: async (workspaceId: string, value: unknown) => {
      const text = canonicalJson(value);
      const hash = sha256(text);
      const key = artifactKey(workspaceId, hash);
      if (recent.get(key) !== undefined) return hash;
      const bytes = Buffer.from(text);
      await objects.put(key, bytes, 'application/json');
      remember(key, JSON.parse(text) as unknown, bytes.length);
      return hash;
    },
    get: async <T>(workspaceId: string, hash: string) => {
      if (!HASH.test(hash)) return undefined;
      const key = artifactKey(workspaceId, hash);
      const known = recent.get(key);
      if (known !== undefined) return known as T;
      const bytes = await objects.get(key).catch((error: unknown) => {
        if (isFault(error, 'not_found')) return undefined;
        throw error;
      });
      if (bytes === undefined) return undefined;
      if (sha256(bytes) !== hash) throw new Fault('corrupt', `artifact ${hash}: its bytes have another hash`);
      const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
      remember(key, value, bytes.length);
      return value;
    },
  });
};
