/** Archives as zip files. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { WriteArchive } from '../../ports/archive.ts';

/** In the wall time of any zone, as a zip keeps it: no clock of a machine is in the bytes. */
const MADE = new Date(1980, 0, 1);

/** Pictures do not get smaller. */
const OPTIONS = { mtime: MADE, mode: 0o100644, compress: false, forceDosTimestamp: true } as const;

export const writeZip: WriteArchive = async function* writeZip(entries) {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, read } of entries) {
    zip.addReadStreamLazy(name, OPTIONS, (found) => {
      read().then(
        (bytes) => found(null, Readable.from([bytes], { objectMode: false })),
        (error: unknown) => found(error, Readable.from([])),
      );
    });
  }
  zip.end();
  yield* output as AsyncIterable<Uint8Array>;
};
