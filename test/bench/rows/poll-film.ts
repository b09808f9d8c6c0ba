/** How long a poll takes while a film is made by the process that answers and its children. */
import { join } from 'node:path';
import { openConnection, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import type { Benchmark } from '../support/measure.ts';
import { busyAgainstIdle } from '../support/poll-latency.ts';
import { runFilm } from '../support/run-job.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { openStudio } from '../support/studio.ts';
import { finishJob } from './poll.ts';

const SCENES = 4;

export const pollsWhileFilming: Benchmark = {
  name: 'poll-film',
  run: async (settings) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const studio = await openStudio(dataDir, instantMakers(false));
      const { token, path } = await finishJob(studio, 'alice');
      await studio.caughtUp();
      await studio.close();

      const service = await startService(dataDir);
      const control = await openConnection(service.origin);
      const filming = async (): Promise<void> => runFilm(control, token, SCENES);
      const measured = await busyAgainstIdle(service.origin, requestBytes('GET', path, token), filming, settings);
      control.close();
      await service.stop();
      const what = `p99 of polls while a film of ${SCENES} drawn scenes with voice and music is made, against idle`;
      return [{ what, bound: { atMost: 3 }, ...measured }];
    }),
};
