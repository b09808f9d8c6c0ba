/**
 * One process of the crash scenario. `prepare` makes the data folder; `play` runs service and client in it, counting
 * promise continuations; `verify` opens it and tells what does not hold.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeApplication } from '../../src/main/compose-application.ts';
import { readConfig } from '../../src/main/config.ts';
import { openCore } from '../../src/main/core.ts';
import { startRoles } from '../../src/main/roles.ts';
import { createMakers } from './makers.ts';
import type { Armed } from './preload.ts';
import { play, prepare } from './scenario.ts';
import type { Prepared } from './scenario.ts';
import { untilNothingIsOwed, verify } from './verify.ts';

const armed = globalThis as Armed;

const [phase = '', folder = '', sabotage = ''] = process.argv.slice(2);
const file = (name: string): string => join(folder, name);

const config = readConfig({ DATA_DIR: file('data'), LOG_LEVEL: 'error', LEASE_MS: '300', PORT: '0' });
const fatal = (error: unknown): void => {
  console.error(error);
  process.exit(74);
};

const core = await openCore(config, fatal, createMakers(file('calls.jsonl'), { fickle: sabotage === 'fickle' }));
if (phase === 'verify') {
  console.log(JSON.stringify(await verify(core, folder)));
} else {
  const application = composeApplication(core);
  const prepared = existsSync(file('prepared.json'))
    ? (JSON.parse(readFileSync(file('prepared.json'), 'utf8')) as Prepared)
    : await prepare(application);
  if (phase === 'prepare') writeFileSync(file('prepared.json'), JSON.stringify(prepared));
  else {
    const running = await startRoles(core);
    armed.__arm?.();
    await play({ application, timers: core.system.timers, toldFile: file('told.jsonl') }, prepared);
    await untilNothingIsOwed(core);
    armed.__disarm?.();
    await running.stop();
  }
}
await core.close();
process.exit(0);
