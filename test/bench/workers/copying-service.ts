/**
 * The service as `npm start` runs it, but its films are small, and it renders one of `RENDER_EVERY` scenes. The others
 * are copies of it, read from a file in `SCENES_DIR`.
 */
import { expectShortLives } from '../../../src/main/collector.ts';
import { serveChild } from '../../support/process/serve-child.ts';
import { copyingScenes } from '../support/copied-scenes.ts';

const { RENDER_EVERY: every = '1', SCENES_DIR: folder = '' } = process.env;

expectShortLives();
await serveChild(undefined, ({ services, ...core }) => {
  const engines = new Map(
    [...services.engines].map(([name, engine]) => [
      name,
      engine.makes.includes('clip') ? copyingScenes(engine, Number(every), folder) : engine,
    ]),
  );
  return { ...core, services: { ...services, engines } };
});
