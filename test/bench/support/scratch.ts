/** A folder on disk for the time of one benchmark. Its disk decides the cost of an fsync: `BENCH_DIR` moves it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const withScratch = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'pi-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
