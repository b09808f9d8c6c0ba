/** Bytes of a stream in a new file. */
import { open } from 'node:fs/promises';
import { Fault } from '../../kernel/faults.ts';

/** How many they are; undefined where they are more than `bytesMax`. Faults: `unavailable`, and those of the stream. */
export const gather = async (
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
