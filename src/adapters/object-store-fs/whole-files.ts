/**
 * Which files have the content that their key names. The readers of one file share one hash of it. Few files are hashed
 * at once, and workspaces take turns. A file that was found whole is not hashed again for a while: its inode,
 * its size and the time of its last change are remembered. No program can set that time (decision 0160).
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { createSha256 } from '../../kernel/canonical-slices.ts';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { createGates } from '../../kernel/gates.ts';
import { limits } from '../../kernel/limits.ts';
import { hashInKey } from '../../kernel/object-key.ts';
import { orAborted } from '../../kernel/within.ts';
import type { Clock, Turns } from '../../ports/basics.ts';
import type { ReadableFile } from './file-system.ts';

export type WholeFiles = {
  /**
   * Whether an open file has the content that its key names; always true for a key that names none. The file stays in
   * use until it answers, so it is closed after that. Faults: `cancelled` when the signal aborts, `unavailable` when
   * too many files wait.
   */
  isWhole(file: ReadableFile, key: string, signal?: AbortSignal): Promise<boolean>;
};

type Hashing = { readonly found: Promise<boolean>; readonly stop: () => void; readers: number };

export const createWholeFiles = (clock: Pick<Clock, 'now'>, turns: Turns): WholeFiles => {
  /** When each was hashed, by key and version. */
  const known = createBoundedMap<string, number>(limits.wholeFilesKnownMax);
  const underWay = new Map<string, Hashing>();
  const process = createGate({ placesMax: limits.fileHashesMax, waitingMax: limits.fileHashesWaitingMax });
  const workspaces = createGates({
    placesMax: limits.fileHashesPerWorkspaceMax,
    waitingMax: limits.fileHashesWaitingMax,
  });

  const begin = (name: string, file: ReadableFile, key: string): Hashing => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const hash = async (): Promise<boolean> => {
      const at = clock.now();
      const whole = await isAsNamed(file, key, turns, signal);
      // A younger file may change once more and keep its time, which has a grain.
      if (whole && file.changedAt <= at - limits.fileTimeGrainMs) known.set(name, at);
      return whole;
    };
    const [workspace = ''] = key.split('/', 1);
    const found = workspaces(workspace).run(async () => process.run(hash, signal), signal);
    const over = (): void => {
      if (underWay.get(name) === hashing) underWay.delete(name);
    };
    const stop = (): void => {
      // A reader that comes from now on needs another one.
      over();
      stopping.abort();
    };
    const hashing = { found, stop, readers: 0 };
    underWay.set(name, hashing);
    found.then(over, over);
    return hashing;
  };

  return Object.freeze({
    isWhole: async (file: ReadableFile, key: string, signal?: AbortSignal) => {
      if (signal?.aborted === true) throw gone();
      if (hashInKey(key) === undefined) return true;
      const name = `${key} ${file.version}`;
      const hashedAt = known.get(name);
      if (hashedAt !== undefined && clock.now() - hashedAt < limits.wholeFilesKnownMs) return true;
      const other = underWay.get(name);
      const hashing = other ?? begin(name, file, key);
      hashing.readers += 1;
      try {
        return await (signal === undefined ? hashing.found : unlessGone(hashing.found, signal));
      } finally {
        hashing.readers -= 1;
        if (hashing.readers === 0) hashing.stop();
        // It is this file that is read for the others.
        if (other === undefined) await hashing.found.catch(() => undefined);
      }
    },
  });
};

/** Whether the bytes of a file have the hash in its key; always true for a key without one. */
export const isAsNamed = async (
  file: ReadableFile,
  key: string,
  { due }: Turns,
  signal?: AbortSignal,
): Promise<boolean> => {
  const named = hashInKey(key);
  if (named === undefined) return true;
  const digest = createSha256();
  for (let at = 0; at < file.size;) {
    const chunk = await file.read(at, limits.objectReadChunkBytes);
    if (chunk.byteLength === 0) return false;
    for (let from = 0; from < chunk.byteLength; from += limits.hashSliceBytes) {
      if (signal?.aborted === true) throw gone();
      digest.add(chunk.subarray(from, from + limits.hashSliceBytes));
      const rest = due();
      if (rest !== undefined) await rest;
    }
    at += chunk.byteLength;
  }
  return digest.hex() === named;
};

const unlessGone = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  orAborted(work, signal).catch((error: unknown) => {
    throw signal.aborted ? gone() : error;
  });

const gone = (): Fault => new Fault('cancelled', 'the reader has gone');
