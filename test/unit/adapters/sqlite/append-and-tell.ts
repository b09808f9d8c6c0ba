/** A process that appends events one after the other and says so after each answer. Traced by durability.test.ts. */
import { writeSync } from 'node:fs';
import { logMigrations } from '../../../../src/adapters/sqlite/migrations.ts';
import { openDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { createLog } from '../../../../src/adapters/sqlite/log.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';

const [path = '', count = '0', sabotage] = process.argv.slice(2);
const database = openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });
if (sabotage === 'unsynced') database.exec('PRAGMA synchronous = OFF');

const log = createLog(database, {
  timers: createTimers(),
  fatal: (error) => {
    throw error;
  },
});
for (let revision = 0; revision < Number(count); revision += 1) {
  const event = { id: `event-${revision}`, type: 'Told', data: '{}', metadata: '{}' };
  await log.store.append('told-1', revision === 0 ? 'none' : revision - 1, [event]);
  writeSync(1, 'answered\n');
}
await log.close();
