/**
 * The service as `npm start` runs it, but its films are small, and it renders one of `RENDER_EVERY` scenes. The others
 * are copies of it, read from a file in `SCENES_DIR`.
 */
import { expectShortLives } from '../../../src/main/collector.ts';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import { serveCore } from '../../../src/main/service.ts';
import { copyingScenes } from '../support/copied-scenes.ts';

const { RENDER_EVERY: every = '1', SCENES_DIR: folder = '' } = process.env;

const fatal = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};

expectShortLives();
const core = await openCore(readConfig(), fatal);
const engines = new Map(
  [...core.services.engines].map(([name, engine]) => [
    name,
    engine.makes.includes('clip') ? copyingScenes(engine, Number(every), folder) : engine,
  ]),
);
const service = await serveCore({ ...core, services: { ...core.services, engines } }, fatal);
if (service.address !== null) console.log(`listening on http://${service.address.host}:${service.address.port}`);
process.on('SIGTERM', () => {
  service.stop().then(() => process.exit(0), fatal);
});
