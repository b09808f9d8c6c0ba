import { writeSync } from 'node:fs';

/** All bytes, or an error. A system call may write fewer, and the last one before a disk is full does. */
export const writeAll = (file: number, content: NodeJS.ArrayBufferView): void => {
  for (let at = 0; at < content.byteLength;) at += writeSync(file, content, at, content.byteLength - at);
};
