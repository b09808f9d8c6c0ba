/**
 * One process of the service with quick makers of media, for tests that kill it. Each call of an engine is a line of
 * JSON in the given file. After so many scenes as given it answers none any more.
 */
import { appendFileSync } from 'node:fs';
import { type MediaCall, mediaMakers } from '../engines/media-engines.ts';
import { serveChild } from './serve-child.ts';

const [callsFile = '', scenesMax = '0'] = process.argv.slice(2);

let scenes = 0;
const onCall = async (call: MediaCall): Promise<void> => {
  appendFileSync(callsFile, `${JSON.stringify(call)}\n`);
  if (call.makes !== 'clip') return;
  scenes += 1;
  if (scenes > Number(scenesMax)) await new Promise(() => undefined);
};

await serveChild(mediaMakers(onCall));
