/** The cost of a grown log: frames at its end, a start on it, a rebuild of it. */
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type FrameWorker, memoryOf, memoryReport, startFrameWorker } from '../support/child.ts';
import { jobsFor } from '../support/frame-load.ts';
import { openConnection, requestBytes } from '../support/http-load.ts';
import { type Benchmark, interleaved, median, ratioRow, type Result } from '../support/measure.ts';
import { scanRate } from '../support/raw-scan.ts';
import { scriptFlags } from '../support/script-flags.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';

const MiB = 1024 * 1024;

/** The cost of a frame must not grow with the number of frames before it. */
export const flatCost: Benchmark = {
  name: 'flat',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const [few, many] = quick ? [500, 5_000] : [1_000, 100_000];
      const jobs = quick ? 1 : 4;
      const old = startFrameWorker();
      const young = startFrameWorker();
      await old.open(join(folder, 'old'));
      // Both have run the same code as often, as far as the compiler is concerned.
      await Promise.all([old.grow(many, tell), warmUp(young, join(folder, 'warm'), quick ? 1_000 : 20_000)]);
      let opened = 0;
      const compared = await interleaved(
        quick ? 2 : 5,
        async () => costOf(old, jobs),
        async () => {
          opened += 1;
          await young.open(join(folder, `young-${opened}`));
          await young.run(jobsFor(few));
          const cost = await costOf(young, jobs);
          await young.close();
          return cost;
        },
      );
      await old.close();
      for (const worker of [old, young]) worker.end();
      const what = `CPU time of a frame after ${many} frames, against after ${few}`;
      return [ratioRow({ what, bound: { atMost: 1.15 } }, compared, 'CPU us/frame')];
    }),
};

const warmUp = async (worker: FrameWorker, folder: string, frames: number): Promise<void> => {
  await worker.open(folder);
  await worker.run(jobsFor(frames));
  await worker.close();
};

const costOf = async (worker: FrameWorker, jobs: number): Promise<number> => {
  const { cpuMicros, frames } = await worker.run(jobs);
  return cpuMicros / frames;
};

/** A start and a rebuild on a long log, against the same on an empty one: neither may cost more as the log grows. */
export const starting: Benchmark = {
  name: 'start',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const [long, empty] = [join(folder, 'long'), join(folder, 'empty')];
      const worker = startFrameWorker();
      await worker.open(long);
      await worker.grow(quick ? 2_000 : 160_000, tell);
      await worker.close();
      worker.end();
      tell('starting');
      // As after a restart: everything was proved and folded before.
      for (const dataDir of [long, empty]) await startOnce(dataDir, join(folder, 'first'));
      const times = quick ? 1 : 5;
      const longs: Started[] = [];
      const empties: Started[] = [];
      for (let n = 0; n < times; n += 1) {
        longs.push(await startOnce(long, join(folder, 'long-memory')));
        empties.push(await startOnce(empty, join(folder, 'empty-memory')));
      }
      tell('scanning');
      const log = join(long, 'log.sqlite');
      const scans = Array.from({ length: quick ? 1 : 3 }, () => secondsOf(() => scanRate(log, true)));
      tell('rebuilding');
      const rebuilt = async (dataDir: string): Promise<number> =>
        memoryOf('rebuild', dataDir, join(folder, 'rebuild'), scriptFlags('rebuild'));
      return [
        seconds(FIRST_ANSWER, 1.25, medianOf(longs, 'answered'), medianOf(empties, 'answered')),
        seconds(PROOF, 3, medianOf(longs, 'ready') - medianOf(longs, 'answered'), median(scans)),
        memory('the service after a start on that log', 48, medianOf(longs, 'bytes'), medianOf(empties, 'bytes')),
        memory('a rebuild of all read models of it', 96, await rebuilt(long), await rebuilt(empty)),
      ];
    }),
};

/** Seconds from the start of the process, and the bytes that it had resident at most. */
type Started = { readonly answered: number; readonly ready: number; readonly bytes: number };

const medianOf = (starts: readonly Started[], figure: keyof Started): number =>
  median(starts.map((started) => started[figure]));

const startOnce = async (dataDir: string, file: string): Promise<Started> => {
  const { nodeOptions, env, bytes } = memoryReport(file);
  const before = performance.now();
  const elapsed = (): number => (performance.now() - before) / 1_000;
  const service = await startService(dataDir, env, nodeOptions);
  const connection = await openConnection(service.origin);
  const ask = async (path: string): Promise<number> => (await connection.ask(requestBytes('GET', path, ''))).status;
  await ask('/health/live');
  const answered = elapsed();
  while ((await ask('/health/ready')) !== 200) await rest(10);
  const ready = elapsed();
  connection.close();
  // Its background work right after a start belongs to it.
  await rest(3_000);
  await service.stop();
  return { answered, ready, bytes: bytes() };
};

const secondsOf = (work: () => unknown): number => {
  const before = performance.now();
  work();
  return (performance.now() - before) / 1_000;
};

const seconds = (what: string, atMost: number, ours: number, baseline: number): Result =>
  ratioRow({ what, bound: { atMost } }, { ratio: ours / baseline, ours, baseline }, 'seconds');

const FIRST_ANSWER =
  'from the start of the process to its first answer, with 1,000,000 events in the log, against an empty one';
/** No paid work is taken before (decision 0044). */
const PROOF = 'from there to ready: the whole log is proved, against a bare scan that parses and hashes';

const memory = (what: string, atMost: number, ours: number, baseline: number): Result => ({
  what: `resident memory of ${what}, above the same on an empty one`,
  bound: { atMost },
  value: (ours - baseline) / MiB,
  unit: 'MiB',
  figures: { MiB: ours / MiB, 'baseline MiB': baseline / MiB },
});
