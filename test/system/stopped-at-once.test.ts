/** A service that says where it listens can be stopped: the signal may come before its next step. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const CHILD = join(import.meta.dirname, '../support/process/stopped-at-once.ts');

test('a service that is told to stop as soon as it listens stops by itself', async (t) => {
  const env = { ...embeddedEnvironment(), DATA_DIR: join(tempFolder(t), 'data'), PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [CHILD], { env, stdio: 'ignore' });
  t.deepEqual(await once(child, 'exit'), [0, null]);
});
