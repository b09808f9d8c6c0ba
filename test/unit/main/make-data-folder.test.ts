import test from 'ava';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../../src/kernel/faults.ts';
import { makeDataFolder } from '../../../src/main/make-data-folder.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('makes what is missing, and may be repeated', (t) => {
  const path = join(tempFolder(t), 'a', 'b', 'c');
  makeDataFolder(path);
  makeDataFolder(path);
  t.true(existsSync(path));
});

test('says so where no folder can be, and returns', (t) => {
  // On Linux a recursive mkdir below /proc never returns.
  const error = t.throws(() => makeDataFolder('/proc/nope/data'), { instanceOf: Fault });
  t.is(error?.code, 'unavailable');
});

test('a file in its place, or above it, is no folder, and is said', async (t) => {
  const file = join(tempFolder(t), 'data');
  await writeFile(file, '');
  for (const path of [file, join(file, 'below')]) {
    const why = 'a file is where a folder should be; choose another DATA_DIR';
    const message = `the data folder ${path} cannot be made: ${why}`;
    t.throws(() => makeDataFolder(path), { instanceOf: Fault, message });
  }
});
