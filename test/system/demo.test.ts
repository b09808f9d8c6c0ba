/** The demo as a user runs it: the real service, from a short screenplay to the audit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { type Ran, runProgram } from '../support/process/run-program.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const DEMO = join(import.meta.dirname, '../../src/main/demo/demo.ts');

/** Of one frame, which goes to repair: `test/unit/main/demo-run.test.ts` and the README have others beside it. */
const SCREENPLAY = `Title: One Frame

INT. CAVE - NIGHT

[[shot: wide]]
Pitch black. ADA (a woman in a red coat) lights a fire.
`;

/** In any environment, the demo uses a data folder and a port of its own. */
const demo = async (t: ExecutionContext, ...options: readonly string[]): Promise<Ran> => {
  const cwd = tempFolder(t);
  const own = { TMPDIR: cwd, DATA_DIR: join(cwd, 'not-mine'), PORT: '1', NO_COLOR: '1' };
  const ran = await runProgram(process.execPath, [DEMO, ...options], {
    env: { ...embeddedEnvironment(), ...own },
    cwd,
  });
  t.false(existsSync(join(cwd, 'not-mine')));
  return ran;
};

test('a short screenplay goes through the whole service, and all is as promised', async (t) => {
  const folder = tempFolder(t);
  const out = join(folder, 'result');
  writeFileSync(join(folder, 'my.fountain'), SCREENPLAY);
  const { status, stdout, stderr } = await demo(t, join(folder, 'my.fountain'), '--json', '--out', out);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const checks = events.flatMap(({ event, check }) =>
    event === 'check' ? [check as { name: string; ok: boolean }] : [],
  );
  t.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
  t.is(status, 0, stderr);
  t.is(checks.length, 12);
  t.like(
    events.find(({ event }) => event === 'quote'),
    { frames: 1, engine: 'service_images', worstCaseCredits: 5 },
  );
  t.true(events.some(({ event, operation }) => event === 'job' && operation === 'photo_sequence_repair'));
  t.like(events.at(-1), { event: 'done', failed: 0 });

  t.is(readFileSync(join(out, 'contact-sheet.png')).subarray(1, 4).toString(), 'PNG');
  t.true(readFileSync(join(out, 'storyboard.html'), 'utf8').includes('One Frame'));
  t.regex(readFileSync(join(out, 'statement.txt'), 'utf8'), /closing balance/);
  t.like(JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')), { ok: true, exitCode: 0 });
  t.true(existsSync(join(out, 'frames/001.jpg')));
  t.is(readFileSync(join(out, 'film.mp4')).subarray(4, 8).toString(), 'ftyp');
  t.regex(readFileSync(join(out, 'storyboard.html'), 'utf8'), /<video [^>]*src="film.mp4"/);
  t.like(
    events.find(({ event }) => event === 'film-ended'),
    { status: 'completed', seconds: 5 },
  );
});

test('a folder for the result that cannot be is said before anything is started', async (t) => {
  const folder = tempFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const paths = [file, ...(process.platform === 'linux' ? ['/proc/nope/out'] : [])];
  for (const out of paths) {
    const { status, stdout, stderr } = await demo(t, '--out', out);
    t.is(status, 2, stderr);
    t.is(stdout, '');
    t.regex(stderr, /^demo: --out \S+ (?:is a file|cannot be written to); name .*folder\n$/);
  }
});

test('unusable input is reported in one line, before anything is started', async (t) => {
  const { status, stdout, stderr } = await demo(t, 'no-such.fountain');
  t.is(status, 2);
  t.is(stdout, '');
  t.is(stderr, 'demo: there is no file no-such.fountain\n');
});

test('a folder for its data that cannot be made is told in one line, with the remedy', async (t) => {
  const cwd = tempFolder(t);
  const env = { ...embeddedEnvironment(), TMPDIR: join(cwd, 'gone') };
  const { status, stderr } = await runProgram(process.execPath, [DEMO], { env, cwd });
  t.is(status, 1);
  t.regex(stderr, /^demo: no folder can be made in \S+gone: .*; choose another TMPDIR\n$/);
});

test('a demo whose reader leaves is interrupted, and leaves no data behind', async (t) => {
  const folder = tempFolder(t);
  const env = { ...embeddedEnvironment(), TMPDIR: folder, NO_COLOR: '1' };
  const child = spawn(process.execPath, [DEMO, '--out', 'out'], { env, cwd: folder });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  t.deepEqual(await ended, [130, null], stderr);
  t.is(stderr, 'interrupted\n');
  t.false(readdirSync(folder).some((name) => name.startsWith('production-intelligence-demo-')));
});
