/**
 * One process of the service with quick makers of media, for tests that kill it. Each call of an engine is a line of
 * JSON in the given file. After so many scenes as given it answers none any more.
 */
import { appendFileSync } from 'node:fs';
import { readConfig } from '../../../src/main/config.ts';
import { startService } from '../../../src/main/service.ts';
import { type MediaCall, mediaMakers } from '../engines/media-engines.ts';

const [callsFile = '', scenesMax = '0'] = process.argv.slice(2);

let scenes = 0;
const onCall = async (call: MediaCall): Promise<void> => {
  appendFileSync(callsFile, `${JSON.stringify(call)}\n`);
  if (call.makes !== 'clip') return;
  scenes += 1;
  if (scenes > Number(scenesMax)) await new Promise(() => undefined);
};

const fatal = (error: unknown): never => {
  console.error('the service has to stop:', error);
  process.exit(74);
};

const service = await startService(readConfig(), fatal, mediaMakers(onCall));
console.log(`listening on http://${service.address?.host}:${service.address?.port}`);
