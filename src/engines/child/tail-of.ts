import type { Readable } from 'node:stream';
import { childLimits } from '../../kernel/limits/children.ts';

/** Reads a stream to its end. The answer gives the last words of it so far. */
export const tailOf = (stream: Readable | null): (() => string) => {
  let tail = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-childLimits.childNoteBytesMax);
  });
  return () => tail.toString();
};
