/** How long a poll takes while pictures are drawn: 64 frames wait for service_images in the process that answers. */
import { join } from 'node:path';
import { type Connection, openConnection, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, median, quantile } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { openStudio } from '../support/studio.ts';
import { finishJob } from './poll.ts';

const POLLERS = 8;
/** Each poller rests so long between two polls: far below what the service could answer, as real pollers are. */
const REST_MS = 20;
const JOBS_AT_ONCE = 2;
const P99 = 0.99;

export const pollsWhileDrawing: Benchmark = {
  name: 'poll-latency',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const windows = quick ? 1 : 5;
      const studio = await openStudio(dataDir, instantMakers(false));
      const { token, path } = await finishJob(studio, 'alice');
      const { caller } = await studio.person('alice');
      const jobs = await Promise.all(
        Array.from({ length: (windows + 1) * JOBS_AT_ONCE }, async () => studio.planJob(caller)),
      );
      await studio.caughtUp();
      await studio.close();

      const service = await startService(dataDir);
      const pollers = await Promise.all(Array.from({ length: POLLERS }, async () => openConnection(service.origin)));
      const control = await openConnection(service.origin);
      const request = requestBytes('GET', path, token);
      const latencies = async (during: Promise<void>): Promise<readonly number[]> => {
        let over = false;
        const ended = during.finally(() => (over = true));
        const taken = await Promise.all(pollers.map(async (poller) => poll(poller, request, () => over)));
        await ended;
        return taken.flat();
      };

      const drawing = async (): Promise<void> => {
        const started = jobs.splice(0, JOBS_AT_ONCE).map(({ projectId, input }) => ({ projectId, input }));
        const paths: string[] = [];
        for (const { projectId, input } of started) {
          const at = `/api/v1/projects/${projectId}/film-intelligence`;
          const answer = await control.ask(requestBytes('POST', `${at}/storyboard-images/generate`, token, input));
          const { job } = JSON.parse(answer.body.toString()) as { job: { id: string } };
          paths.push(`${at}/jobs/${job.id}`);
        }
        for (const at of paths) while (!(await isDone(control, requestBytes('GET', at, token)))) await rest(100);
      };

      await latencies(drawing());
      const pairs: { idle: number; busy: number }[] = [];
      const medians: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
      for (let window = 0; window < windows; window += 1) {
        tell(`window ${window + 1} of ${windows}`);
        const idle = await latencies(rest(quick ? 1_000 : 4_000));
        const busy = await latencies(drawing());
        pairs.push({ idle: quantile(idle, P99), busy: quantile(busy, P99) });
        medians.idle.push(median(idle));
        medians.busy.push(median(busy));
      }
      for (const connection of [...pollers, control]) connection.close();
      await service.stop();
      return [
        {
          what: `p99 of polls while ${JOBS_AT_ONCE * 32} frames are drawn by service_images, against idle`,
          bound: { atMost: 5 },
          value: median(pairs.map(({ idle, busy }) => busy / idle)),
          unit: 'x',
          figures: {
            'p99 ms': median(pairs.map(({ busy }) => busy)),
            'idle p99 ms': median(pairs.map(({ idle }) => idle)),
            'median ms': median(medians.busy),
            'idle median ms': median(medians.idle),
          },
        },
      ];
    }),
};

const rest = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

const isDone = async (connection: Connection, request: Buffer): Promise<boolean> => {
  const { body } = await connection.ask(request);
  const { job } = JSON.parse(body.toString()) as { job: { status: string } };
  return job.status !== 'queued' && job.status !== 'running';
};
