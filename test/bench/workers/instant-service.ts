/** The service as `npm start` runs it, with an engine and a scorer that answer at once. */
import { expectShortLives } from '../../../src/main/collector.ts';
import { serveChild } from '../../support/process/serve-child.ts';
import { instantMakers } from '../support/makers.ts';

expectShortLives();
await serveChild(instantMakers(false));
