/** How long a poll takes while pictures are drawn: 64 frames wait for service_images in the process that answers. */
import { join } from 'node:path';
import { openConnection, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import type { Benchmark } from '../support/measure.ts';
import { busyAgainstIdle } from '../support/poll-latency.ts';
import { endOf, startJob } from '../support/run-job.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { openStudio } from '../support/studio.ts';
import { finishJob } from './poll.ts';

const JOBS_AT_ONCE = 2;
/** One window does not count. */
const WINDOWS_MAX = 6;

export const pollsWhileDrawing: Benchmark = {
  name: 'poll-latency',
  run: async (settings) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const studio = await openStudio(dataDir, instantMakers(false));
      const { token, path } = await finishJob(studio, 'alice');
      const { caller } = await studio.person('alice');
      const jobs = await Promise.all(
        Array.from({ length: WINDOWS_MAX * JOBS_AT_ONCE }, async () => studio.planJob(caller)),
      );
      await studio.caughtUp();
      await studio.close();

      const service = await startService(dataDir);
      const control = await openConnection(service.origin);
      const drawing = async (): Promise<void> => {
        const started: string[] = [];
        for (const { projectId, input } of jobs.splice(0, JOBS_AT_ONCE)) {
          const at = `/api/v1/projects/${projectId}/film-intelligence/storyboard-images/generate`;
          started.push(await startJob(control, token, at, input));
        }
        for (const jobId of started) await endOf(control, token, jobId);
      };
      const request = requestBytes('GET', path, token);
      const measured = await busyAgainstIdle(service.origin, request, drawing, settings);
      control.close();
      await service.stop();
      const what = `p99 of polls while ${JOBS_AT_ONCE * 32} frames are drawn by service_images, against idle`;
      return [{ what, bound: { atMost: 5 }, ...measured }];
    }),
};
