/** The tool as a program: one file, copied elsewhere, that checks or fails under any name. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { runProgram } from '../../support/process/run-program.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const TOOL = join(import.meta.dirname, '../../../src/verify/verify.js');

const run = async (cwd: string, name: string, ...files: readonly string[]) => {
  const { status, stdout, stderr } = await runProgram(process.execPath, [name, ...files], { cwd });
  return { status, output: stdout + stderr };
};

/** A folder with the tool alone, and a file that is no proof. */
const given = (t: ExecutionContext): string => {
  const folder = tempFolder(t);
  copyFileSync(TOOL, join(folder, 'verify.js'));
  writeFileSync(join(folder, 'forged.json'), '{"ok":true}');
  return folder;
};

test('a copy of the tool finds a forged file, by any name that Node takes', async (t) => {
  const folder = given(t);
  symlinkSync('verify.js', join(folder, 'check'));
  mkdirSync(join(folder, 'a b'));
  for (const name of ['a b/proof #1 ü%20.mjs', 'main.mjs']) copyFileSync(TOOL, join(folder, name));
  for (const name of ['verify.js', './verify', 'check', 'a b/proof #1 ü%20.mjs', 'main.mjs']) {
    const { status, output } = await run(folder, name, 'forged.json');
    t.is(status, 1, `${name}: ${output}`);
    t.regex(output, /^wrong: forged\.json: /, name);
  }
});

test('a file that is not there is named, and is wrong', async (t) => {
  const folder = given(t);
  const { status, output } = await run(folder, 'verify.js', 'forged.json', 'absent.json');
  t.is(status, 1);
  t.is(output, 'wrong: absent.json: this file cannot be read (ENOENT)\n');
  const json = await run(folder, 'verify.js', 'absent.json', '--json');
  t.like(JSON.parse(json.output), { ok: false, wrong: 'absent.json: this file cannot be read (ENOENT)' });
});

test('an import of the tool runs nothing', async (t) => {
  const folder = given(t);
  writeFileSync(join(folder, 'other.mjs'), "console.log(typeof (await import('./verify.js')).verify);");
  t.deepEqual(await run(folder, 'other.mjs'), { status: 0, output: 'function\n' });
});
