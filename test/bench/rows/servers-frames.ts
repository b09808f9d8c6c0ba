/**
 * Frames through dispatch, score and settle with the log on EventStoreDB; documents and messages stay embedded. Against
 * the bare client: three appends for a frame, one after another. It has as many lanes as we have frames in flight.
 */
import { join } from 'node:path';
import { bareEvent, openBareEventStore } from '../support/bare-event-store.ts';
import { startFrameWorker } from '../support/child.ts';
import { JOBS_PER_LANE, microsOf } from '../support/frame-load.ts';
import { appendRate, createLanes } from '../support/ledger-lanes.ts';
import {
  type Benchmark,
  type Bound,
  interleaved,
  median,
  ratioRow,
  type Result,
  type Settings,
} from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { ownPrefix, withEventStore } from '../support/servers.ts';

const APPENDS_PER_FRAME = 3;
const LANES = 64;
const AHEAD = 400;

export const serversFrames: Benchmark = {
  name: 'servers-frames',
  run: async (settings) =>
    withScratch(async (folder) =>
      withEventStore(folder, async ({ url, caveat }) => {
        const results: Result[] = [];
        const prefix = ownPrefix();
        for (const [path, bound] of [['unary', { atLeast: 1 }] as const, ['batch', null] as const]) {
          results.push({ ...(await compare(settings, join(folder, 'data'), { url, prefix, path }, bound)), ...caveat });
        }
        return results;
      }),
    ),
};

const compare = async (
  { quick, tell }: Settings,
  folder: string,
  { url, prefix, path }: { readonly url: string; readonly prefix: string; readonly path: 'unary' | 'batch' },
  bound: Bound | null,
): Promise<Result> => {
  const env = { EVENTSTOREDB_URL: url, EVENTSTOREDB_PREFIX: prefix };
  const cpu: number[] = [];
  // The bound of either side on a machine that has processors to spare.
  const thread: number[] = [];
  const bareThread: number[] = [];
  const worker = startFrameWorker();
  // Open in its own windows only: it would hear of each append of the other side, and take its time for that.
  const ours = async (): Promise<number> => {
    tell('frames');
    await worker.open(folder, env);
    // Appends of the other side are skipped before the window begins. The compiler has seen the code of the client's
    // thread, which is a new one.
    if (!quick) await worker.run(10);
    const { frames, seconds, cpuMicros, threadMicros } = await worker.run(quick ? 1 : JOBS_PER_LANE);
    cpu.push(cpuMicros / frames);
    thread.push(threadMicros / frames);
    await worker.close();
    return frames / seconds;
  };

  const bare = openBareEventStore(url, path);
  const lanes = createLanes(LANES, bareEvent);
  const baseline = async (): Promise<number> => {
    tell(`bare appends, ${path}`);
    for (const lane of lanes) lane.fill(AHEAD);
    const before = process.threadCpuUsage();
    let appends = 0;
    const rate = await appendRate(lanes, quick ? 300 : 1_500, async ({ stream, revision }, event) => {
      appends += 1;
      return bare.append(stream, revision, event);
    });
    bareThread.push((microsOf(process.threadCpuUsage(before)) / appends) * APPENDS_PER_FRAME);
    return rate / APPENDS_PER_FRAME;
  };

  try {
    // The first thousands of frames pay for the compiler; what serves for days does not.
    if (!quick) await ours();
    const compared = await interleaved(quick ? 3 : 7, ours, baseline);
    const what =
      `frames through dispatch, score, settle on EventStoreDB, 64 in flight over 8 jobs, ` +
      `against three bare appends a frame on 64 lanes, ${path}`;
    return ratioRow({ what, bound }, compared, 'frames/s', {
      'CPU us/frame': median(cpu.slice(1)),
      'service thread us/frame': median(thread.slice(1)),
      'baseline thread us/frame': median(bareThread.slice(1)),
    });
  } finally {
    await bare.close();
    worker.end();
  }
};
