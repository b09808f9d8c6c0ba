/**
 * Looks at media with a parser in pure TypeScript, each file in a child process of its own. A parser that hangs or eats
 * memory ends with its child, at the bound, and holds up nothing else. A thread is not enough: where its heap is full
 * at a bad moment, V8 ends the whole process.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Children } from '../../engines/child/children.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { MiB } from '../../kernel/limits/units.ts';
import type { Scratch } from '../../ports/engine.ts';
import type {
  MediaBounds,
  MediaProbe,
  MediaRefusal,
  MediaRefused,
  Probed,
  ProbedFile,
  StreamProbe,
} from '../../ports/media-probe.ts';
import type { ScratchFolders } from '../../ports/scratch.ts';

/** The input of the child. */
export type Look = { readonly path: string; readonly bounds: MediaBounds };

export type MediaProbeDeps = {
  readonly scratch: ScratchFolders;
  /** The module of the child; the parser unless stated. */
  readonly script?: URL;
  /** `limits.mediaProbeMs` unless stated. */
  readonly deadlineMs?: number;
  readonly children: Children;
};

const LOOK = new URL('./look.ts', import.meta.url);

/** `close` ends all looks with fault `cancelled`, and waits for their children. */
export const openMediaProbe = (deps: MediaProbeDeps): MediaProbe & StreamProbe & Pick<Children, 'close'> => {
  const { scratch, children, script = LOOK, deadlineMs = limits.mediaProbeMs } = deps;
  const childBounds = {
    deadlineMs,
    heapMiB: limits.mediaProbeHeapMiB,
    memoryBytesMax: limits.mediaProbeMemoryMiB * MiB,
    outputBytesMax: limits.mediaProbeOutputBytesMax,
  };

  const look = async (input: Look, folder: Scratch): Promise<Probed> => {
    const job = { script, input, bounds: childBounds, read: probedOf };
    try {
      return (await children.run(job, folder, new AbortController().signal)).value;
    } catch (error) {
      const why = whyEnded(error);
      if (why === undefined) throw error;
      return refused(why);
    }
  };

  const probeStream = async <T>(
    content: AsyncIterable<Uint8Array>,
    bounds: MediaBounds,
    use: (file: ProbedFile) => Promise<T>,
  ): Promise<T | MediaRefused> => {
    const folder = scratch.open();
    try {
      const path = join(await folder.folder(), 'file');
      const sizeBytes = await gather(content, path, bounds.bytesMax);
      if (sizeBytes === undefined) return refused('too_large');
      if (sizeBytes === 0) return refused('empty');
      const probed = await look({ path, bounds }, folder);
      if (probed.kind === 'refused') return probed;
      const { media } = probed;
      return await use({ media, open: () => createReadStream(path) });
    } finally {
      await folder.remove();
    }
  };

  const probe = async (path: string, bounds: MediaBounds): Promise<Probed> => {
    const sizeBytes = await sizeOf(path);
    if (sizeBytes === 0) return refused('empty');
    if (sizeBytes > bounds.bytesMax) return refused('too_large');
    const folder = scratch.open();
    try {
      return await look({ path, bounds }, folder);
    } finally {
      await folder.remove();
    }
  };

  return Object.freeze({ probe, probeStream, close: async () => children.close() });
};

const refused = (why: MediaRefusal): MediaRefused => ({ kind: 'refused', why });

/**
 * Of a child that took the file and did not get over it. One that was late or stopped tells little, as the machine may
 * be the reason. All other faults say nothing of the file.
 */
const whyEnded = (error: unknown): MediaRefusal | undefined => {
  if (!isFault(error, 'unavailable')) return undefined;
  const { ended } = error.detail;
  if (ended === 'late' || ended === 'stopped') return 'timed_out';
  return ended === 'failed' || ended === 'silent' ? 'broken' : undefined;
};

const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Fault('not_found', 'there is no file to look at', { cause });
  });
  if (!found.isFile()) throw new Fault('not_found', 'there is something else than a file to look at');
  return found.size;
};

/** The parser is pure TypeScript: a file can end its child, not make it lie about the shape of an answer. */
const probedOf = (value: unknown): Probed | undefined => {
  const { kind } = (value ?? {}) as { kind?: unknown };
  return kind === 'media' || kind === 'refused' ? (value as Probed) : undefined;
};

/**
 * Writes the bytes of a stream into a new file, and tells how many they are; undefined for more than `bytesMax`.
 * Faults: `unavailable`, and those of the stream.
 */
const gather = async (
  content: AsyncIterable<Uint8Array>,
  path: string,
  bytesMax: number,
): Promise<number | undefined> => {
  const file = await open(path, 'wx', 0o600).catch(notWritten);
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > bytesMax) return undefined;
      await file.writeFile(chunk).catch(notWritten);
    }
    return size;
  } finally {
    await file.close();
  }
};

/** A disk may be full. */
const notWritten = (cause: unknown): never => {
  throw new Fault('unavailable', 'the bytes could not be written to a file', { cause });
};
