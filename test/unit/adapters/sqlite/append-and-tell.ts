/**
 * A process that appends events one after the other and says so after each answer. Traced by durability.test.ts.
 * Its commits are made on a thread, as those of the service are, unless `here` or `unsynced` is asked for.
 */
import { writeSync } from 'node:fs';
import { logMigrations } from '../../../../src/adapters/sqlite/migrations.ts';
import { openDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { createLog, type LogDeps } from '../../../../src/adapters/sqlite/log.ts';
import { logWriterThread } from '../../../../src/adapters/sqlite/writer-thread.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { fatal } from '../../../support/kernel/fatal.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { STORAGE_WORKER } from './open.ts';

const [path = '', count = '0', how] = process.argv.slice(2);
const database = openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });
if (how === 'unsynced') database.exec('PRAGMA synchronous = OFF');

const deps: LogDeps = {
  timers: createTimers(),
  background: createTimers({ background: true }),
  fatal,
};
const thread = { script: STORAGE_WORKER, background: createTimers({ background: true }), logger: silentLogger };
const log = createLog(database, how === undefined ? { ...deps, openWriter: logWriterThread(path, thread) } : deps);
writeSync(1, 'opened\n');
for (let revision = 0; revision < Number(count); revision += 1) {
  const event = { id: `event-${revision}`, type: 'Told', data: '{}', metadata: '{}' };
  await log.store.append('told-1', revision === 0 ? 'none' : revision - 1, [event]);
  writeSync(1, 'answered\n');
}
await log.close();
