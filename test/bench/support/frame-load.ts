/** Eight workspaces, each of which runs one job of 32 frames after another: 64 frames are under way at any time. */
import type { Caller } from '../../../src/application/calls/caller.ts';
import { FRAMES_PER_JOB, type PlannedJob, type Studio } from './studio.ts';

export const LANES = 8;
/**
 * Of a window that is measured. It begins without a frame in flight, and its last jobs leave lanes empty: it is long
 * against both.
 */
export const JOBS_PER_LANE = 16;

/** Jobs in each lane that make up so many frames. */
export const jobsFor = (frames: number): number => Math.ceil(frames / LANES / FRAMES_PER_JOB);

export type FrameWindow = {
  readonly frames: number;
  readonly seconds: number;
  /** User and system, of the whole process. */
  readonly cpuMicros: number;
  /** Of that, the thread that the service runs on. */
  readonly threadMicros: number;
};

export const microsOf = ({ user, system }: NodeJS.CpuUsage): number => user + system;

export type FrameLoad = {
  /** Plans so many jobs in each lane, then runs them: what is measured begins with `generate`. */
  readonly run: (jobsPerLane: number) => Promise<FrameWindow>;
};

export const createFrameLoad = async (studio: Studio): Promise<FrameLoad> => {
  const callers = await Promise.all(Array.from({ length: LANES }, async (_, lane) => studio.caller(`lane ${lane}`)));

  const plan = async (caller: Caller, jobs: number): Promise<PlannedJob[]> => {
    const planned: PlannedJob[] = [];
    for (let job = 0; job < jobs; job += 1) planned.push(await studio.planJob(caller));
    return planned;
  };

  return {
    run: async (jobsPerLane) => {
      const lanes = await Promise.all(callers.map(async (caller) => plan(caller, jobsPerLane)));
      await studio.caughtUp();
      const before = performance.now();
      const cpu = process.cpuUsage();
      const thread = process.threadCpuUsage();
      await Promise.all(
        lanes.map(async (jobs) => {
          for (const { start } of jobs) await studio.finished(await start());
        }),
      );
      // The cost of a frame includes its read models.
      await studio.caughtUp();
      const cpuMicros = microsOf(process.cpuUsage(cpu));
      const threadMicros = microsOf(process.threadCpuUsage(thread));
      const seconds = (performance.now() - before) / 1_000;
      return { frames: LANES * jobsPerLane * FRAMES_PER_JOB, seconds, cpuMicros, threadMicros };
    },
  };
};
