/** The cost of a grown log: frames at its end, a start on it, a rebuild of it. */
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type FrameWorker, memoryOf, memoryReport, startFrameWorker } from '../support/child.ts';
import { jobsFor } from '../support/frame-load.ts';
import { openConnection, requestBytes } from '../support/http-load.ts';
import { type Benchmark, interleaved, median, ratioRow, type Result } from '../support/measure.ts';
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

/** A start on a long log, as after a restart: everything was verified and folded before. */
export const starting: Benchmark = {
  name: 'start',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const worker = startFrameWorker();
      await worker.open(dataDir);
      await worker.grow(quick ? 2_000 : 160_000, tell);
      await worker.close();
      worker.end();
      // The first start verifies the whole log.
      await (await startService(dataDir)).stop();

      tell('starting');
      const starts = await inTurn(quick ? 1 : 5, async (n) => startOnce(dataDir, join(folder, `start-${n}`)));
      tell('scanning');
      const log = join(dataDir, 'log.sqlite');
      const scans = await inTurn(quick ? 1 : 3, async (n) => memoryOf('scan', log, join(folder, `scan-${n}`)));
      tell('rebuilding');
      const rebuild = await memoryOf('rebuild', dataDir, join(folder, 'rebuild'), scriptFlags('rebuild'));
      const scan = median(scans) / MiB;
      const resident = median(starts.map(({ bytes }) => bytes)) / MiB;
      return [
        ready(median(starts.map(({ seconds }) => seconds))),
        memory('resident memory of the service after a start on that log, above a bare scan of it', resident, scan),
        memory('resident memory of a rebuild of all read models of it, above a bare scan', rebuild / MiB, scan),
      ];
    }),
};

const inTurn = async <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work(n));
  return results;
};

const startOnce = async (dataDir: string, file: string): Promise<{ seconds: number; bytes: number }> => {
  const { nodeOptions, env, bytes } = memoryReport(file);
  const before = performance.now();
  const service = await startService(dataDir, env, nodeOptions);
  const connection = await openConnection(service.origin);
  while ((await connection.ask(requestBytes('GET', '/health/ready', ''))).status !== 200) await rest(10);
  const seconds = (performance.now() - before) / 1_000;
  connection.close();
  // Its background work right after a start belongs to it.
  await rest(3_000);
  await service.stop();
  return { seconds, bytes: bytes() };
};

const ready = (seconds: number): Result => ({
  what: 'from the start of the process to ready, with 1,000,000 events in the log',
  bound: { atMost: 2 },
  value: seconds,
  unit: 's',
  figures: { seconds },
});

const memory = (what: string, ours: number, baseline: number): Result => ({
  what,
  bound: { atMost: 96 },
  value: ours - baseline,
  unit: 'MiB',
  figures: { MiB: ours, 'baseline MiB': baseline },
});
