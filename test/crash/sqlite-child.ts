/**
 * A process that appends on several lanes at once, each event again until it is answered, and tells every answer.
 * Commits are made on a thread, as in the service. Exits with 70 when the log stops after a failed commit.
 */
import { writeSync } from 'node:fs';
import { openLog } from '../../src/adapters/sqlite/log.ts';
import { logWriterThread } from '../../src/adapters/sqlite/writer-thread.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import { isFault } from '../../src/kernel/faults.ts';
import { silentLogger } from '../support/kernel/silent-logger.ts';

const LANES = 4;
const EVENTS = 12;

const [path = ''] = process.argv.slice(2);
const timers = createTimers();
const thread = {
  script: new URL('../../src/main/storage-worker.ts', import.meta.url),
  background: createTimers({ background: true }),
  logger: silentLogger,
};
const log = openLog(path, {
  timers,
  openWriter: logWriterThread(path, thread),
  fatal: () => {
    writeSync(1, 'stopped\n');
    process.exit(70);
  },
});

const append = async (stream: string, revision: number): Promise<void> => {
  const id = `${stream}@${revision}`;
  for (;;) {
    try {
      await log.store.append(stream, revision === 0 ? 'none' : revision - 1, [
        { id, type: 'Told', data: JSON.stringify('x'.repeat(2_000)), metadata: '{}' },
      ]);
      return void writeSync(1, `answered ${id}\n`);
    } catch (error) {
      if (!isFault(error, 'unavailable')) throw error;
      writeSync(1, 'refused\n');
      await timers.sleep(1);
    }
  }
};

writeSync(1, 'opened\n');
await Promise.all(
  Array.from({ length: LANES }, async (_, lane) => {
    for (let revision = 0; revision < EVENTS; revision += 1) await append(`lane-${lane}`, revision);
  }),
);
await log.close();
