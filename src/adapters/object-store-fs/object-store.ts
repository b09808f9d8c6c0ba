/** Objects as plain files: the path is the key, the extension is the content type, the content is the object. */
import { dirname, join } from 'node:path';
import { hashInSlices } from '../../kernel/canonical-slices.ts';
import { diskFault, hasCode } from '../../kernel/disk-fault.ts';
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { hashInKey, isObjectKey, requireObjectKey, typeOfKey } from '../../kernel/object-key.ts';
import { asNamed, bounded } from '../../kernel/streamed-content.ts';
import type { Clock, Ids, Turns } from '../../ports/basics.ts';
import type { ObjectContent, ObjectInfo, ObjectStore } from '../../ports/object-store.ts';
import type { ByteRange, SignedObjects } from '../../ports/signed-objects.ts';
import { createDurableFiles, type DurableFiles, sweepDrafts } from './durable-files.ts';
import { type FileSystem, nodeFileSystem, type ReadableFile } from './file-system.ts';
import { createUrlSigner, type UrlSigner, type UrlSignerOptions } from './url-signer.ts';
import { createWholeFiles, isAsNamed, type WholeFiles } from './whole-files.ts';

export type FileObjectStoreOptions = UrlSignerOptions & {
  /** The folder of all objects; made if it is not there. */
  readonly root: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'bytes'>;
  /** Shared with all else that is long in sum; left out by tools, which serve no clients meanwhile. */
  readonly turns?: Turns;
  readonly fs?: FileSystem;
};

export type FileObjectStore = ObjectStore &
  SignedObjects & {
    /**
     * Removes drafts of writers that crashed over `olderThanMs` ago, and gives their number. Reads every folder once:
     * call it at start, in the background. Ends early when the signal aborts.
     */
    sweep(olderThanMs: number, signal?: AbortSignal): Promise<number>;
  };

type Store = {
  readonly root: string;
  readonly fs: FileSystem;
  readonly files: DurableFiles;
  readonly signer: UrlSigner;
  readonly clock: Pick<Clock, 'now'>;
  readonly turns: Turns;
  readonly wholeFiles: WholeFiles;
};

const NO_TURNS: Turns = { due: () => undefined };

/** Fault `unavailable`: the folder cannot be made. */
export const openFileObjectStore = async (options: FileObjectStoreOptions): Promise<FileObjectStore> => {
  const { root, clock, ids, turns = NO_TURNS, fs = nodeFileSystem } = options;
  const signer = createUrlSigner(options);
  await guarded(async () => makeRoot(fs, root));
  const files = createDurableFiles({ fs, root, ids });
  const wholeFiles = createWholeFiles(clock, turns);
  const store: Store = { root, fs, files, signer, clock, turns, wholeFiles };
  return Object.freeze({
    put: async (key: string, content: ObjectContent, contentType: string) => put(store, key, content, contentType),
    get: async (key: string) => get(store, key),
    read: (key: string, signal?: AbortSignal) => stream(store, key, undefined, signal),
    head: async (key: string) => head(store, key),
    inspect: async (key: string) => inspect(store, key),
    remove: async (key: string) => {
      if (isObjectKey(key)) await guarded(async () => store.files.remove(pathOf(store, key)));
    },
    signGet: (key: string, ttlSeconds: number) => {
      requireObjectKey(key);
      return signer.signGet(key, ttlSeconds, clock.now());
    },
    signPut: (key: string, { contentType, sizeMax }: Parameters<ObjectStore['signPut']>[1], ttlSeconds: number) => {
      requireObjectKey(key, contentType);
      assert(Number.isSafeInteger(sizeMax) && sizeMax > 0, 'an upload is signed for a whole number of bytes');
      return signer.signPut(key, Math.min(sizeMax, limits.objectBytesMax), ttlSeconds, clock.now());
    },
    verifySignature: signer.verify,
    stream: (key: string, range?: ByteRange, signal?: AbortSignal) => stream(store, key, range, signal),
    receive: async (grant: Parameters<SignedObjects['receive']>[0], body: AsyncIterable<Uint8Array>) =>
      receive(store, grant.key, body, grant.sizeMax),
    sweep: async (olderThanMs: number, signal?: AbortSignal) =>
      guarded(async () => sweepDrafts(fs, root, clock.now() - olderThanMs, signal)),
    close: async () => undefined,
  });
};

const put = async (store: Store, key: string, content: ObjectContent, contentType: string): Promise<ObjectInfo> => {
  requireObjectKey(key, contentType);
  const size = content instanceof Uint8Array ? content.byteLength : content.size;
  if (size > limits.objectBytesMax) throw tooLarge(key, limits.objectBytesMax);
  const open = await heldAgainst(key, content, store.turns);
  const path = pathOf(store, key);
  return guarded(async () => {
    // Other bytes under a content hash are a file that something else has changed: it is written again.
    const found = (await inspect(store, key)) === 'whole' ? await store.fs.stat(path) : undefined;
    await (found === undefined ? store.files.write(path, open()) : store.files.confirm(path));
    return { key, size: found?.size ?? size, contentType };
  });
};

/** Bytes in memory have the hash of their key; others show as they come whether they have it. */
const heldAgainst = async (
  key: string,
  content: ObjectContent,
  { due }: Turns,
): Promise<() => Uint8Array | AsyncIterable<Uint8Array>> => {
  const hash = hashInKey(key);
  if (content instanceof Uint8Array) {
    const isNamed = hash === undefined || hash === (await hashInSlices(content, due));
    assert(isNamed, `the object ${key} does not match its key`);
    return () => content;
  }
  assert(hash !== undefined, `the key ${key} names no content`);
  return () => asNamed(content.open(), { hash, size: content.size });
};

const head = async (store: Store, key: string): Promise<ObjectInfo | undefined> => {
  if (!isObjectKey(key)) return undefined;
  const found = await guarded(async () => store.fs.stat(pathOf(store, key)));
  if (found === undefined || found.folder) return undefined;
  return { key, size: found.size, contentType: typeOfKey(key) };
};

const inspect = async (store: Store, key: string): Promise<'whole' | 'changed' | 'missing'> => {
  try {
    const file = await openObject(store, key);
    return (await reading(file, async () => isAsNamed(file, key, store.turns))) ? 'whole' : 'changed';
  } catch (error) {
    if (isFault(error, 'not_found')) return 'missing';
    throw error;
  }
};

const get = async (store: Store, key: string): Promise<Uint8Array> => {
  const file = await openObject(store, key);
  const bytes = await reading(file, async () => file.read(0, file.size));
  const hash = hashInKey(key);
  if (bytes.byteLength !== file.size || (hash !== undefined && hash !== (await hashInSlices(bytes, store.turns.due)))) {
    throw changed(key);
  }
  return bytes;
};

async function* stream(store: Store, key: string, range?: ByteRange, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const file = await openObject(store, key);
  try {
    // Of the very file that is opened: one that takes its name meanwhile is not read.
    if (!(await guarded(async () => store.wholeFiles.isWhole(file, key, signal)))) throw changed(key);
    const end = Math.min(file.size, (range?.end ?? file.size) + 1);
    for (let at = range?.start ?? 0; at < end;) {
      const length = Math.min(limits.objectReadChunkBytes, end - at);
      const chunk = await guarded(async () => file.read(at, length));
      if (chunk.byteLength === 0) return;
      at += chunk.byteLength;
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

const receive = async (
  store: Store,
  key: string,
  body: AsyncIterable<Uint8Array>,
  sizeMax: number,
): Promise<ObjectInfo> => {
  requireObjectKey(key);
  const path = pathOf(store, key);
  if ((await head(store, key)) !== undefined) throw taken(key);
  const content = bounded(body, sizeMax, () => tooLarge(key, sizeMax));
  const size = await guarded(async () => store.files.writeOnce(path, content)).catch((error: unknown) => {
    throw error instanceof Fault && hasCode(error.cause, 'EEXIST') ? taken(key) : error;
  });
  return { key, size, contentType: typeOfKey(key) };
};

const openObject = async (store: Store, key: string): Promise<ReadableFile> => {
  if (!isObjectKey(key)) throw notFound(key);
  try {
    return await store.fs.open(pathOf(store, key));
  } catch (error) {
    throw hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR') ? notFound(key) : diskFault(error, FOLDER);
  }
};

const reading = async <T>(file: ReadableFile, work: () => Promise<T>): Promise<T> => {
  try {
    return await guarded(work);
  } finally {
    await file.close();
  }
};

const makeRoot = async (fs: FileSystem, root: string): Promise<void> => {
  if ((await fs.stat(dirname(root))) === undefined) await makeRoot(fs, dirname(root));
  await fs.makeFolder(root).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  // Also when it was there: another process may have made it a moment ago.
  await fs.syncFolder(dirname(root));
};

const pathOf = (store: Store, key: string): string => join(store.root, ...key.split('/'));

/** Errors of the system become faults; faults, and errors of an upload's body, stay as they are. */
const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw diskFault(error, FOLDER);
  }
};

const FOLDER = 'the folder of objects';
const notFound = (key: string): Fault =>
  new Fault('not_found', `there is no object ${key.slice(0, limits.objectKeyCharsMax)}`);
const changed = (key: string): Fault =>
  new Fault('corrupt', `the object ${key} differs from the stored content`, { detail: { key } });
const taken = (key: string): Fault => new Fault('conflict', `the object ${key} is there already`, { retriable: false });
const tooLarge = (key: string, bytesMax: number): Fault =>
  new Fault('too_large', `the object ${key} has more than ${bytesMax} bytes`, { detail: { bytesMax } });
