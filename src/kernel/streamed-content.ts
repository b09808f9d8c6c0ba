/** Content that is not held in memory: hashed piece by piece, and held against its name while it is passed on. */
import { createHash } from 'node:crypto';
import { createSha256 } from './canonical-slices.ts';
import { Fault } from './faults.ts';

export type Chunks = AsyncIterable<Uint8Array>;

/** The same chunks. Throws with the first byte too many. */
export async function* bounded(chunks: Chunks, bytesMax: number, tooMany: () => Error): Chunks {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > bytesMax) throw tooMany();
    yield chunk;
  }
}

/** Undefined as soon as there are more than `bytesMax` bytes; no more are read then. */
export const measured = async (
  chunks: Chunks,
  bytesMax: number,
): Promise<{ readonly hash: string; readonly size: number } | undefined> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > bytesMax) return undefined;
    hash.update(chunk);
  }
  return { hash: hash.digest('hex'), size };
};

/** All of it in memory, hashed as it comes: a large content would take too long in one turn. */
export const gathered = async (chunks: Chunks): Promise<{ readonly bytes: Buffer; readonly hash: string }> => {
  const digest = createSha256();
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    digest.add(chunk);
    all.push(chunk);
  }
  return { bytes: Buffer.concat(all), hash: digest.hex() };
};

/**
 * The same chunks. The last one is given out only when all have the hash and the size: a full read is the named
 * content. Fault `corrupt`: hash or size differ.
 */
export async function* asNamed(chunks: Chunks, named: { readonly hash: string; readonly size: number }): Chunks {
  const hash = createHash('sha256');
  let size = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.byteLength;
    if (size > named.size) break;
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (size !== named.size || hash.digest('hex') !== named.hash) {
    throw new Fault('corrupt', 'the content to store has changed since it was hashed');
  }
  if (last !== undefined) yield last;
}
