/** Streams of a request as files of a folder, which a child process reads. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../kernel/faults.ts';
import { bounded } from '../../kernel/streamed-content.ts';
import type { Streamed } from '../../ports/engine.ts';
import { onDisk } from '../child/on-disk.ts';

export type Spooled = { readonly path: string; readonly bytes: number };

/** Faults: `rejected` for a stream of more bytes, `unavailable` for the disk, those of the stream, `cancelled`. */
export const spooled = async (
  stream: Streamed,
  { folder, name, bytesMax, signal }: { folder: string; name: string; bytesMax: number; signal: AbortSignal },
): Promise<Spooled> => {
  const path = join(folder, name);
  const file = createWriteStream(path);
  const tooMany = (): Fault => new Fault('rejected', `${name} has more than ${bytesMax} bytes`);
  try {
    await onDisk(async () => pipeline(bounded(stream(), bytesMax, tooMany), file, { signal }));
  } catch (error) {
    throw signal.aborted ? new Fault('cancelled', 'the call was called off', { cause: error }) : error;
  }
  return { path, bytes: file.bytesWritten };
};
