import { createReadStream } from 'node:fs';
import type { Streamed } from '../../ports/engine.ts';

/** A file that is read from its beginning at each call. It is closed when its reader ends or leaves. */
export const streamedFile =
  (path: string): Streamed =>
  () =>
    createReadStream(path);
