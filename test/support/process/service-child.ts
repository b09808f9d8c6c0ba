/**
 * One process of the service with quick makers, for tests that kill it. Each call of its engine is a line of JSON in
 * the given file, and takes the given time.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../src/main/config.ts';
import { startService } from '../../../src/main/service.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';

const [callsFile = '', callMs = '0'] = process.argv.slice(2);

const engine = quickEngine({
  onCall: async (call, signal) => {
    appendFileSync(callsFile, `${JSON.stringify({ ...call, pid: process.pid })}\n`);
    await wait(Number(callMs), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  },
});

const fatal = (error: unknown): never => {
  console.error('the service has to stop:', error);
  process.exit(74);
};

const service = await startService(readConfig(), fatal, quickMakers(engine));
console.log(`listening on http://${service.address?.host}:${service.address?.port}`);
process.once('SIGTERM', () => {
  service.stop().then(() => process.exit(0), fatal);
});
