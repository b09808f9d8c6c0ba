import type { Readable } from 'node:stream';
import { limits } from '../../kernel/limits.ts';

/** Gives the last words of a stream, as it stands, and reads it to its end. */
export const tailOf = (stream: Readable | null): (() => string) => {
  let tail = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-limits.childNoteBytesMax);
  });
  return () => tail.toString();
};
