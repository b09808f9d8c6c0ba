/** A service whose output has no reader goes on: `npm start | head -1` shows its address and ends nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { freePort } from '../../infra/tooling/free-ports.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { mainProgram } from '../support/process/main-program.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

test('a service without a reader of its output answers, and stops when it is told to', async (t) => {
  const port = await freePort();
  const variables = { DATA_DIR: join(tempFolder(t), 'data'), PORT: String(port), LOG_LEVEL: 'debug' };
  const env = { ...embeddedEnvironment(), ...variables };
  const child = spawn(process.execPath, [mainProgram('serve')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  child.stdout.destroy();
  child.stderr.destroy();
  const isLive = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/health/live`)).ok;
  await eventually('the service is live', isLive, 60_000);
  child.kill('SIGTERM');
  t.deepEqual(await ended, [0, null]);
});
