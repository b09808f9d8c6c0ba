/**
 * Artifacts: large content that events name by hash (scripts, storyboards, manifests). Canonical JSON under its
 * sha256, below the workspace's prefix, durable before the event that names it.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { canonicalSlices, createSha256, hashInSlices } from '../../kernel/canonical-slices.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Turns } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

export type Artifacts = {
  /** Stores a value and gives its hash (64 hex digits). */
  put(workspaceId: string, value: unknown): Promise<string>;

  /**
   * The value under a hash. `undefined` when the workspace has no such artifact; fault `lost` when the bytes do not
   * have the hash. Shared between callers, which must not change it.
   */
  get<T>(workspaceId: string, hash: string): Promise<T | undefined>;

  /** The same of a hash that an event names: fault `lost` also when the workspace has no such artifact. */
  named<T>(workspaceId: string, hash: string): Promise<T>;
};

const HASH = /^[0-9a-f]{64}$/;

export const artifactKey = (workspaceId: string, hash: string): string => `${workspaceId}/artifacts/${hash}`;

type Kept = { readonly value: unknown; readonly bytes: number };

export const createArtifacts = (
  objects: Pick<ObjectStore, 'put' | 'get'>,
  bytesMax: number = limits.artifactCacheBytesMax,
  turns: Turns = { due: () => undefined },
): Artifacts => {
  const recent = createBoundedMap<string, Kept>(bytesMax, undefined, ({ bytes }) => bytes);
  const keep = (key: string, value: unknown, bytes: number): void => {
    if (bytes <= bytesMax) recent.set(key, { value, bytes });
  };
  // The frames of a part are dispatched at once. All of them ask for the same manifest, which may be 10 MB.
  const underWay = new Map<string, Promise<unknown>>();

  const load = async (key: string, hash: string): Promise<unknown> => {
    const bytes = await objects.get(key).catch((error: unknown) => {
      if (isFault(error, 'not_found')) return undefined;
      if (isFault(error, 'corrupt')) throw lost(key, 'is damaged', error);
      throw error;
    });
    if (bytes === undefined) return undefined;
    if ((await hashInSlices(bytes, turns.due)) !== hash) throw lost(key, 'is damaged');
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
    keep(key, value, bytes.byteLength);
    return value;
  };

  const loadOnce = async (key: string, hash: string): Promise<unknown> => {
    const loading = underWay.get(key) ?? load(key, hash).finally(() => underWay.delete(key));
    underWay.set(key, loading);
    return loading;
  };

  const get = async <T>(workspaceId: string, hash: string): Promise<T | undefined> => {
    if (!HASH.test(hash)) return undefined;
    const key = artifactKey(workspaceId, hash);
    return (recent.get(key)?.value ?? (await loadOnce(key, hash))) as T | undefined;
  };

  return Object.freeze({
    put: async (workspaceId: string, value: unknown) => {
      const { hash, bytes, copy } = await written(value, turns);
      const key = artifactKey(workspaceId, hash);
      if (recent.get(key) !== undefined) return hash;
      await objects.put(key, bytes, 'application/json');
      keep(key, copy, bytes.byteLength);
      return hash;
    },
    get,
    named: async <T>(workspaceId: string, hash: string) => {
      const value = await get<T>(workspaceId, hash);
      if (value === undefined) throw lost(artifactKey(workspaceId, hash), 'is not in the store');
      return value;
    },
  });
};

/** The largest storyboard takes a fifth of a second to write and to hash: in slices, others go on meanwhile. */
const written = async (value: unknown, turns: Turns) => {
  const digest = createSha256();
  const chunks: Buffer[] = [];
  let text = '';
  const flush = (): void => {
    const bytes = Buffer.from(text);
    digest.add(bytes);
    chunks.push(bytes);
    text = '';
  };
  // The first slice counts, too.
  await turns.due();
  const slices = canonicalSlices(value);
  let step = slices.next();
  for (; step.done !== true; step = slices.next()) {
    text += step.value;
    if (text.length < limits.artifactSliceBytes) continue;
    flush();
    await turns.due();
  }
  flush();
  return { hash: digest.hex(), bytes: await joined(chunks, turns), copy: step.value };
};

const joined = async (chunks: readonly Buffer[], turns: Turns): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    await turns.due();
    at += chunk.copy(bytes, at);
  }
  return bytes;
};

/** Undefined for one that is lost, where the work goes on without it. All other faults are thrown. */
export const unlessLost = async <T>(artifact: Promise<T>): Promise<T | undefined> =>
  artifact.catch((error: unknown) => {
    if (isFault(error, 'lost')) return undefined;
    throw error;
  });

/** The log is whole without it: a fault of the work that needs it, and of nothing else. */
const lost = (key: string, what: string, cause?: unknown): Fault =>
  new Fault('lost', `the artifact ${key} ${what}: restore it from a backup of the objects`, { detail: { key }, cause });
