/**
 * The memory of an hour of film against that of a minute. Each is made in a service of its own, which speaks, composes,
 * joins and reports as it always does. To render 720 scenes takes most of an hour: so twelve scenes of either film are
 * rendered, spread over it, the others are copies, and all pictures are small.
 */
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { openConnection } from '../support/http-load.ts';
import type { Benchmark, Bound, Result } from '../support/measure.ts';
import { type Peaks, watched } from '../support/resident.ts';
import { runFilm } from '../support/run-job.ts';
import { withScratch } from '../support/scratch.ts';
import { startCopyingService } from '../support/server.ts';
import { inStudio } from '../support/studio.ts';

const MINUTE = 12;
const HOUR = 720;
const RENDERED = 12;

type Film = Peaks & { readonly seconds: number };

export const longFilm: Benchmark = {
  name: 'film-memory',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const scenes = quick ? 36 : HOUR;
      tell(`a film of ${MINUTE} scenes`);
      const short = await filmOf(join(folder, 'short'), MINUTE);
      tell(`a film of ${scenes} scenes`);
      const long = await filmOf(join(folder, 'long'), scenes);
      const figures = { 'made in s': long.seconds, 'baseline made in s': short.seconds };
      const row = (whose: string, bound: Bound | null, part: keyof Peaks): Result => ({
        what: `most memory of ${whose} for a film of ${scenes} scenes, against one of ${MINUTE}`,
        bound,
        value: long[part] / short[part],
        unit: 'x',
        figures: { MB: long[part], 'baseline MB': short[part], ...figures },
      });
      return [
        row('the service and its children together', { atMost: 1.1 }, 'together'),
        row('the service alone', null, 'own'),
        row('its children alone', null, 'children'),
      ];
    }),
};

const filmOf = async (folder: string, scenes: number): Promise<Film> => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const { token } = await inStudio(dataDir, async (studio) => studio.person('alice'));
  const env = { RENDER_EVERY: String(scenes / RENDERED), SCENES_DIR: folder };
  const service = await startCopyingService(dataDir, env);
  const control = await openConnection(service.origin);
  const start = performance.now();
  const { peaks } = await watched(service.pid, async () => runFilm(control, token, scenes));
  const seconds = (performance.now() - start) / 1_000;
  control.close();
  await service.stop();
  return { ...peaks, seconds };
};
