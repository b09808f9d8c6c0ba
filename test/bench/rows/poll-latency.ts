/** How long polls take while the service that answers has work to do, against idle, in turns. */
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type Connection, openConnection, requestBytes } from '../support/http-load.ts';
import { type Benchmark, median, quantile, type Result, type Settings } from '../support/measure.ts';
import { endOf, runFilm, startJob } from '../support/run-job.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { FRAMES_PER_JOB, inStudio, type PlannedJob, type Studio } from '../support/studio.ts';
import { finishJob } from './poll.ts';

const JOBS_AT_ONCE = 2;
/** One window does not count. */
const WINDOWS_MAX = 6;
const SCENES = 4;
const POLLERS = 8;
/** Each poller rests so long between two polls: far below what the service could answer, as real pollers are. */
const REST_MS = 20;
const P99 = 0.99;

/** 64 frames wait for service_images in the process that answers. */
export const pollsWhileDrawing: Benchmark = {
  name: 'poll-latency',
  run: async (settings) =>
    compare(settings, planJobs, async (control, token, jobs) => draw(control, token, jobs.splice(0, JOBS_AT_ONCE)), {
      what: `p99 of polls while ${JOBS_AT_ONCE * FRAMES_PER_JOB} frames are drawn by service_images, against idle`,
      bound: { atMost: 5 },
    }),
};

/** A film is made by the process that answers and its children. */
export const pollsWhileFilming: Benchmark = {
  name: 'poll-film',
  run: async (settings) =>
    compare(
      settings,
      async () => Promise.resolve(),
      async (control, token) => runFilm(control, token, SCENES),
      {
        what: `p99 of polls while a film of ${SCENES} drawn scenes with voice and music is made, against idle`,
        bound: { atMost: 3 },
      },
    ),
};

const planJobs = async (studio: Studio): Promise<PlannedJob[]> => {
  const { caller } = await studio.person('alice');
  return Promise.all(Array.from({ length: WINDOWS_MAX * JOBS_AT_ONCE }, async () => studio.planJob(caller)));
};

const draw = async (control: Connection, token: string, jobs: readonly PlannedJob[]): Promise<void> => {
  const started: string[] = [];
  for (const { projectId, input } of jobs) {
    const at = `/api/v1/projects/${projectId}/film-intelligence/storyboard-images/generate`;
    started.push(await startJob(control, token, at, input));
  }
  for (const jobId of started) await endOf(control, token, jobId);
};

/** `prepare`: what the work of the windows needs. */
const compare = async <P>(
  settings: Settings,
  prepare: (studio: Studio) => Promise<P>,
  work: (control: Connection, token: string, prepared: P) => Promise<void>,
  row: Pick<Result, 'what' | 'bound'>,
): Promise<readonly Result[]> =>
  withScratch(async (folder) => {
    const dataDir = join(folder, 'data');
    const { token, path, prepared } = await inStudio(dataDir, async (studio) => ({
      ...(await finishJob(studio, 'alice')),
      prepared: await prepare(studio),
    }));
    const service = await startService(dataDir);
    const connect = async (): Promise<Connection> => openConnection(service.origin);
    const [control, ...pollers] = await Promise.all([connect(), ...Array.from({ length: POLLERS }, connect)]);
    const request = requestBytes('GET', path, token);
    const measured = await busyAgainstIdle(pollers, request, async () => work(control, token, prepared), settings);
    for (const connection of [control, ...pollers]) connection.close();
    await service.stop();
    return [{ ...row, ...measured }];
  });

/** The p99 of polls while `work` goes on, as a ratio against those without it. The first work does not count. */
const busyAgainstIdle = async (
  pollers: readonly Connection[],
  request: Buffer,
  work: () => Promise<unknown>,
  { quick, tell }: Settings,
): Promise<Pick<Result, 'value' | 'unit' | 'figures'>> => {
  const windows = quick ? 1 : 5;
  const latencies = async (during: Promise<unknown>): Promise<readonly number[]> => {
    let over = false;
    const ended = during.finally(() => (over = true));
    const taken = await Promise.all(pollers.map(async (poller) => poll(poller, request, () => over)));
    await ended;
    return taken.flat();
  };

  await latencies(work());
  const idles: Latency[] = [];
  const busies: Latency[] = [];
  for (let window = 0; window < windows; window += 1) {
    tell(`window ${window + 1} of ${windows}`);
    idles.push(latencyOf(await latencies(rest(quick ? 1_000 : 4_000))));
    busies.push(latencyOf(await latencies(work())));
  }
  return {
    value: median(busies.map(({ p99 }, window) => p99 / (idles[window]?.p99 ?? NaN))),
    unit: 'x',
    figures: {
      'p99 ms': median(busies.map(({ p99 }) => p99)),
      'idle p99 ms': median(idles.map(({ p99 }) => p99)),
      'median ms': median(busies.map((busy) => busy.median)),
      'idle median ms': median(idles.map((idle) => idle.median)),
    },
  };
};

type Latency = { readonly p99: number; readonly median: number };

const latencyOf = (taken: readonly number[]): Latency => ({ p99: quantile(taken, P99), median: median(taken) });

const poll = async (poller: Connection, request: Buffer, isOver: () => boolean): Promise<number[]> => {
  const taken: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    const { status } = await poller.ask(request);
    if (status !== 200) throw new Error(`a poll was answered ${status}`);
    taken.push(performance.now() - start);
    await rest(REST_MS);
  }
  return taken;
};
