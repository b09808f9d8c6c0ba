/** A process that opens a data folder, appends to a stream of its own, and closes. Run by database.test.ts. */
import { openDataFolder } from '../../../../src/adapters/sqlite/data-folder.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import { newEvents } from '../../../contract/samples.ts';
import { fatal } from '../../../support/kernel/fatal.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { realTimers } from './open.ts';

const [folder = '', stream = ''] = process.argv.slice(2);
const data = openDataFolder(folder, {
  timers: realTimers,
  clock: createClock(),
  ids: createIds(),
  logger: silentLogger,
  fatal,
});
for (let revision = 0; revision < 20; revision += 1) {
  await data.store.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
}
await data.close();
