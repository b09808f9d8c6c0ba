import test from 'ava';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../src/kernel/faults.ts';
import { makeDataFolder } from '../../../src/main/make-data-folder.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('makes what is missing, and may be repeated', async (t) => {
  const path = join(tempFolder(t), 'a', 'b', 'c');
  await makeDataFolder(path);
  await makeDataFolder(path);
  t.true(existsSync(path));
});

test('says so where no folder can be, and returns', async (t) => {
  // On Linux a recursive mkdir below /proc never returns.
  const error = await t.throwsAsync(makeDataFolder('/proc/nope/data'), { instanceOf: Fault });
  t.is(error.code, 'unavailable');
});
