/**
 * Frames through dispatch, score and settle, with 64 in flight. Engine and scorer answer at once; leases, hash chain,
 * read models and ledger are what they always are.
 */
import { join } from 'node:path';
import type { Makers } from '../../../src/main/core.ts';
import { createFrameLoad, JOBS_PER_LANE } from '../support/frame-load.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, interleaved, median, ratioRow, type Result, type Settings } from '../support/measure.ts';
import { openRawLog } from '../support/raw-log.ts';
import { withScratch } from '../support/scratch.ts';
import { openStudio } from '../support/studio.ts';
import { rawRate } from './append.ts';

/** Events that the baseline appends for a frame; ours appends five, in its job and its ledger. */
const ROWS_PER_FRAME = 3;

export const framesAtOnce: Benchmark = {
  name: 'frames',
  run: async (settings) =>
    compare(settings, instantMakers(false), {
      what: 'frames through dispatch, score, settle, 64 in flight over 8 jobs, against three bare rows per frame',
      bound: { atLeast: 0.1 },
    }),
};

export const framesStored: Benchmark = {
  name: 'frames-stored',
  run: async (settings) =>
    compare(settings, instantMakers(true), { what: 'the same, each picture written durably', bound: null }),
};

export const framesDrawn: Benchmark = {
  name: 'frames-drawn',
  run: async (settings) =>
    compare(
      settings,
      undefined,
      { what: 'the same, drawn by service_images and judged by the real scorer', bound: null },
      3,
      1,
    ),
};

const compare = async (
  { quick }: Settings,
  makers: Makers | undefined,
  row: Pick<Result, 'what' | 'bound'>,
  windows = quick ? 3 : 7,
  jobsPerLane = quick ? 1 : JOBS_PER_LANE,
): Promise<readonly Result[]> =>
  withScratch(async (folder) => {
    const studio = await openStudio(join(folder, 'data'), makers);
    const raw = openRawLog(join(folder, 'raw.sqlite'));
    const load = await createFrameLoad(studio);
    const cpu: number[] = [];
    const compared = await interleaved(
      windows,
      async () => {
        const { frames, seconds, cpuMicros } = await load.run(jobsPerLane);
        cpu.push(cpuMicros / frames);
        return frames / seconds;
      },
      async () => (await rawRate(raw, quick ? 200 : 1_000)) / ROWS_PER_FRAME,
    );
    await studio.close();
    raw.close();
    return [ratioRow(row, compared, 'frames/s', { 'CPU us/frame': median(cpu.slice(1)) })];
  });
