/** A start that cannot listen, or is given settings in the wrong place, says which variable to change. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import test from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { givenService } from '../support/service/real-service.ts';
import { mainProgram } from '../support/process/main-program.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

test('a port that is taken, and an address that is not here', async (t) => {
  const { port } = new URL((await givenService(t)).baseUrl);
  for (const [variables, said] of [
    [{ HOST: '127.0.0.1', PORT: port }, /port \d+ of 127\.0\.0\.1: something listens there already.*another PORT/],
    [{ HOST: '192.0.2.1', PORT: '0' }, /port 0 of 192\.0\.2\.1: this machine has no such address.*another HOST/],
  ] as const) {
    const env = { ...embeddedEnvironment(), ...variables, DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' };
    const child = spawn(process.execPath, [mainProgram('serve')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => void child.on('close', resolve));
    t.regex(await text(child.stderr), said);
    t.is(await ended, 1);
  }
});

test('a service that is given an argument does not start without it', async (t) => {
  const env = { ...embeddedEnvironment(), PORT: '0', DATA_DIR: join(tempFolder(t), 'data'), LOG_LEVEL: 'silent' };
  const words = [mainProgram('serve'), '--port', '9000'];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 });
  const ended = new Promise((resolve) => void child.on('close', resolve));
  t.is(await text(child.stderr), 'cannot start: --port means nothing here: settings are variables, such as PORT\n');
  t.is(await ended, 1);
});
