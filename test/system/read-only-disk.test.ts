/** A data folder that cannot be written: the service and each tool say so, and that they have to write. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { mainProgram } from '../support/process/main-program.ts';
import { runProgram } from '../support/process/run-program.ts';
import { startProcess } from '../support/process/service-process.ts';
import { givenSmallDisks } from '../support/process/small-disks.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const COMMANDS = [
  ['serve'],
  ['audit'],
  ['grant', '--workspace', 'ws_01arz3ndektsv4rrffq69g5fav', '--amount', '1', '--note', 'x'],
  ['forget', '--user', '01arz3ndektsv4rrffq69g5fav'],
  ['rebuild', 'all'],
  ['reseal'],
  ['dead-letters', 'list'],
  ['start-epoch', '--reason', 'x'],
] as const;

/** The number of a user without rights. */
const NOBODY = 65_534;

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
  await eachRefuses(t, { dataDir, by: within }, /cannot open \S+log\.sqlite: its file system is read-only\. /);
});

test('the service and each tool refuse a log that this user may read and not write', async (t) => {
  t.timeout(240_000);
  const dataDir = join(tempFolder(t), 'data');
  t.is(await (await startProcess(t, { dataDir })).stop(), 0);
  chmodSync(join(dataDir, 'log.sqlite'), 0o444);
  if (process.getuid?.() === 0) giveAway(dataDir, 'log.sqlite');
  await eachRefuses(t, { dataDir, by: [] }, /cannot open \S+log\.sqlite: this user may not use it\. /);
});

test('a file system that becomes read-only under a running service is told by readiness', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const objects = join(dataDir, 'objects');
  const bytes = 8 * 1_024 * 1_024;
  const world = await givenSmallDisks(t, { data: { folder: dataDir, bytes }, objects: { folder: objects, bytes } });
  if (world === undefined) return;
  const { within } = world;
  const { baseUrl } = await startProcess(t, { dataDir, within });
  const [command = '', ...options] = within;
  const remounted = async (how: 'ro' | 'rw') => {
    t.is(spawnSync(command, [...options, 'mount', '-o', `remount,${how}`, objects]).status, 0);
    const answer = await fetch(new URL('/health/ready', baseUrl));
    const { disks } = (await answer.json()) as { readonly disks: unknown };
    return { status: answer.status, disks };
  };
  const told = 'the place of the objects cannot be used: its file system is read-only';
  t.deepEqual(await remounted('ro'), { status: 503, disks: [told] });
  t.deepEqual(await remounted('rw'), { status: 200, disks: [] });
});

/** Root may write anything: commands run as another user, which has all but the named file. */
const giveAway = (folder: string, kept: string): void => {
  chmodSync(dirname(folder), 0o755);
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    if (name !== kept) chownSync(join(folder, name), NOBODY, NOBODY);
  }
};

type Refused = { readonly dataDir: string; readonly by: readonly string[] };

const eachRefuses = async (t: ExecutionContext, { dataDir, by }: Refused, reason: RegExp): Promise<void> => {
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  const user = by.length === 0 && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  for (const [name, ...args] of COMMANDS) {
    const [command = '', ...words] = [...by, process.execPath, mainProgram(name), ...args];
    const { status, stderr } = await runProgram(command, words, { env, timeout: 20_000, ...user });
    t.regex(stderr, reason, name);
    t.regex(stderr, /audit too.*DATA_DIR name a copy/, name);
    t.notRegex(stderr, /\n\s+at /, `${name}: no stack`);
    t.not(status, 0, name);
  }
};
