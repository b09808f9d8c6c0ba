/** A new folder's name is on disk: seen in the system calls of a real process. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeFolder } from '../../../../src/adapters/system/make-folder.ts';
import { canTrace } from '../../../support/process/strace.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const MODULE = new URL('../../../../src/adapters/system/make-folder.ts', import.meta.url).href;
const OURS = `import { makeFolder } from ${JSON.stringify(MODULE)}; makeFolder(process.argv[1]);`;
const SABOTAGE = `import { mkdirSync } from 'node:fs'; mkdirSync(process.argv[1], { recursive: true });`;

/** The folders, below a new one, whose new names were not synced after they were made. */
const unsynced = (t: ExecutionContext, program: string): readonly string[] => {
  const root = tempFolder(t);
  const trace = join(root, 'trace.txt');
  const strace = ['-f', '-y', '-qq', '-e', 'trace=mkdir,mkdirat,fsync', '-o', trace, process.execPath];
  const made = join(root, 'a', 'b');
  const { status, stderr } = spawnSync('strace', [...strace, '--input-type=module', '-e', program, made]);
  t.is(status, 0, String(stderr));
  t.true(existsSync(made));
  const lines = readFileSync(trace, 'utf8').split('\n');
  return [
    [root, 'a'],
    [join(root, 'a'), 'b'],
  ].flatMap(([parent = '', name = '']) => {
    const at = lines.findIndex((line) => line.includes(`"${join(parent, name)}"`) && line.endsWith('= 0'));
    const isSynced = lines.slice(at).some((line) => /fsync\(\d+<(.*)>\) += 0/.exec(line)?.[1] === parent);
    return at !== -1 && isSynced ? [] : [name];
  });
};

test('the names of a folder and its missing parents are synced', (t) => {
  if (!canTrace(t)) return;
  t.deepEqual(unsynced(t, OURS), []);
});

test('sabotage: a recursive mkdir syncs no name, which is found', (t) => {
  if (!canTrace(t)) return;
  t.deepEqual(unsynced(t, SABOTAGE), ['a', 'b']);
});

test('a folder that is there stays; what is no folder is an error', (t) => {
  const root = tempFolder(t);
  makeFolder(root);
  t.throws(() => makeFolder(join(import.meta.filename, 'below')), { code: 'ENOTDIR' });
  t.throws(() => makeFolder(import.meta.filename), { code: 'EEXIST' });
});
