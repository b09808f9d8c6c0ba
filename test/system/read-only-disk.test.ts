/** A data folder on a read-only file system: the service and each tool say so, and that they have to write. */
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import test from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { startProcess } from '../support/process/service-process.ts';
import { givenSmallDisks } from '../support/process/small-disks.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const COMMANDS = [
  ['serve'],
  ['audit'],
  ['grant', '--workspace', 'ws_01arz3ndektsv4rrffq69g5fav', '--amount', '1', '--note', 'x'],
  ['forget', '--user', 'alice'],
  ['rebuild', 'all'],
  ['reseal'],
  ['dead-letters', 'list'],
  ['start-epoch', '--reason', 'x'],
] as const;

test('the service and each tool name a read-only file system, and the remedy', async (t) => {
  t.timeout(240_000);
  const dataDir = join(tempFolder(t), 'data');
  const world = await givenSmallDisks(t, { data: { folder: dataDir, bytes: 64 * 1_024 * 1_024 } });
  if (world === undefined) return;
  const { within } = world;
  const service = await startProcess(t, { dataDir, within });
  t.is(await service.stop(), 0);
  const [command = '', ...options] = within;
  t.is(spawnSync(command, [...options, 'mount', '-o', 'remount,ro', dataDir]).status, 0);
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  for (const [name, ...args] of COMMANDS) {
    const words = [...options, process.execPath, join(import.meta.dirname, '../../src/main', `${name}.ts`), ...args];
    const child = spawn(command, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => void child.on('close', resolve));
    const said = await text(child.stderr);
    t.regex(said, /cannot open \S+log\.sqlite: its file system is read-only\. .*audit too.*DATA_DIR name a copy/, name);
    t.notRegex(said, /\n\s+at /, `${name}: no stack`);
    t.not(await ended, 0, name);
  }
});
