/** The service as `npm start` runs it, with an engine and a scorer that answer at once. */
import { expectShortLives } from '../../../src/main/collector.ts';
import { readConfig } from '../../../src/main/config.ts';
import { startService } from '../../../src/main/service.ts';
import { instantMakers } from '../support/makers.ts';

const fatal = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};

expectShortLives();
const service = await startService(readConfig(), fatal, instantMakers(false));
if (service.address !== null) console.log(`listening on http://${service.address.host}:${service.address.port}`);
process.on('SIGTERM', () => {
  service.stop().then(() => process.exit(0), fatal);
});
