/** The demo as a user runs it: the real service, from a short screenplay to the audit. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const DEMO = join(import.meta.dirname, '../../src/main/demo/demo.ts');

/** Of one frame, which goes to repair: `test/unit/main/demo-run.test.ts` and the README have others beside it. */
const SCREENPLAY = `Title: One Frame

INT. CAVE - NIGHT

[[shot: wide]]
Pitch black. ADA (a woman in a red coat) lights a fire.
`;

type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** In any environment, the demo uses a data folder and a port of its own. */
const demo = async (t: ExecutionContext, ...options: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const folder = tempFolder(t);
    const own = { TMPDIR: folder, DATA_DIR: join(folder, 'not-mine'), PORT: '1', NO_COLOR: '1' };
    const env = { ...embeddedEnvironment(), ...own };
    execFile(process.execPath, [DEMO, ...options], { env, cwd: folder }, (error, stdout, stderr) => {
      t.false(existsSync(join(folder, 'not-mine')));
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

test('a short screenplay goes through the whole service, and all is as promised', async (t) => {
  const folder = tempFolder(t);
  const out = join(folder, 'result');
  writeFileSync(join(folder, 'my.fountain'), SCREENPLAY);
  const { exitCode, stdout, stderr } = await demo(t, join(folder, 'my.fountain'), '--json', '--out', out);
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
  t.is(exitCode, 0, stderr);
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
    const { exitCode, stdout, stderr } = await demo(t, '--out', out);
    t.is(exitCode, 2, stderr);
    t.is(stdout, '');
    t.regex(stderr, /^demo: --out \S+ (?:is a file|cannot be written to); name .*folder\n$/);
  }
});

test('unusable input is reported in one line, before anything is started', async (t) => {
  const { exitCode, stdout, stderr } = await demo(t, 'no-such.fountain');
  t.is(exitCode, 2);
  t.is(stdout, '');
  t.is(stderr, 'demo: there is no file no-such.fountain\n');
});

test('a folder for its data that cannot be made is told in one line, with the remedy', async (t) => {
  const cwd = tempFolder(t);
  const env = { ...embeddedEnvironment(), TMPDIR: join(cwd, 'gone') };
  const child = spawn(process.execPath, [DEMO], { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const [ended, stderr] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  t.deepEqual(ended, [1, null]);
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
