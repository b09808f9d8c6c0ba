/** Jobs in child processes: an answer or a fault with a code, whatever the child does. */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { type FaultCode, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { HANGS, jobOf, startsNode } from '../../../support/engines/job-of.ts';
import { tryChildren } from '../../../support/engines/tried-children.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

test('a job gets its input, and its answer names the folder with its files', async (t) => {
  const { children, root } = tryChildren(t);
  const script = `const { writeFileSync } = await import('node:fs'); writeFileSync('made', 'x'); return input.n + 1;`;
  const scratch = { folder: async () => Promise.resolve(root) };
  const { value, folder } = await children.run(
    { ...jobOf(script), input: { n: 41 } },
    scratch,
    new AbortController().signal,
  );
  t.is(value, 42);
  t.true(existsSync(join(folder, 'made')));
});

const REFUSES = `const { Fault } = await import('${new URL('../../../../src/kernel/faults.ts', import.meta.url).href}');
  throw new Fault('rejected', 'too odd');`;
const WRITE = `const fs = await import('node:fs'); const file = fs.openSync('made', 'w');`;
const TORN_ANSWER = `const fs = await import('node:fs'); fs.writeFileSync('answer.json', '{"kind"'); process.exit(0)`;
const FULL_DISK = `console.error('Error: ENOSPC: no space left on device, write'); process.exit(1)`;

type Failing = readonly [body: string, FaultCode, message: RegExp, bounds?: Parameters<typeof jobOf>[1]];

const failing: Readonly<Record<string, Failing>> = {
  'that throws': ['throw new Error("no strings")', 'unavailable', /no strings/],
  'that refuses its input': [REFUSES, 'rejected', /too odd/],
  'that crashes': ['process.kill(process.pid, "SIGSEGV")', 'unavailable', /SIGSEGV, without/],
  'that leaves': ['process.exit(7)', 'unavailable', /code 7, without/],
  'whose module cannot be loaded': ['= 1;', 'unavailable', /Unexpected/],
  'that never ends': ['for (;;);', 'unavailable', /within 800 ms/, { deadlineMs: 800 }],
  'that never ends, and takes no signal': [
    `process.on('SIGTERM', () => {}); await new Promise(() => setInterval(() => {}, 9));`,
    'unavailable',
    /within/,
    { deadlineMs: 800 },
  ],
  'whose memory grows outside of JavaScript': [
    'const all = []; for (;;) all.push(Buffer.alloc(2 ** 20, 1));',
    'unavailable',
    /bytes of memory/,
    { memoryBytesMax: 400 * 2 ** 20 },
  ],
  'whose JavaScript heap grows': [
    'const all = []; for (;;) all.push({ all: [...all] });',
    'unavailable',
    /SIGABRT|SIGTRAP|code|memory/,
    { heapMiB: 32 },
  ],
  'that writes on and on': [
    `${WRITE} for (;;) fs.writeSync(file, Buffer.alloc(4096));`,
    'rejected',
    /larger than 1048576/,
  ],
  'that wrote too much and was quick about it': [
    `${WRITE} fs.writeSync(file, Buffer.alloc(2 ** 20 + 1)); return 1;`,
    'rejected',
    /larger than/,
  ],
  'whose answer is no JSON': [TORN_ANSWER, 'unavailable', /code 0, without/],
  'whose answer is too large': [`return 'x'.repeat(${limits.childAnswerBytesMax})`, 'unavailable', /without an answer/],
  'that fills its disk, by the words on its stderr': [
    FULL_DISK,
    'unavailable',
    /code 1, without an answer: its disk is full/,
  ],
};

for (const [what, [body, code, message, bounds]] of Object.entries(failing)) {
  test(`a job ${what} is ${code}, and leaves no folder`, async (t) => {
    const { run, folders } = tryChildren(t);
    const error = await t.throwsAsync(run(jobOf(body, bounds)));
    t.true(isFault(error, code), String(error));
    t.regex(error.message, message);
    t.deepEqual(folders(), []);
  });
}

test('a disk that takes no files of a job is unavailable, by name', async (t) => {
  const { children } = tryChildren(t);
  const run = async (folder: () => Promise<string>) =>
    children.run(jobOf('return 1'), { folder }, new AbortController().signal);
  const full = Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { code: 'ENOSPC', syscall: 'mkdir' });
  const error = await t.throwsAsync(run(async () => Promise.reject(full)));
  t.true(isFault(error, 'unavailable'));
  t.is(error.message, 'the disk of the scratch folder is full');
  const lost = await t.throwsAsync(run(async () => Promise.resolve('/no/such/folder')));
  t.true(isFault(lost, 'unavailable'));
  t.is(lost.message, 'the scratch folder cannot be used: it is not there, and no file can be made there');
});

test('nonsense on the output and on stderr is neither kept nor in the way', async (t) => {
  const { run } = tryChildren(t);
  const line = `'x'.repeat(9999)`;
  const nonsense = `for (let n = 0; n < 500; n += 1) { console.log(${line}); console.error(${line}); }`;
  t.is((await run(jobOf(`${nonsense} return 1;`))).value, 1);
  const error = await t.throwsAsync(run(jobOf(`${nonsense} process.exit(1)`)));
  t.true(isFault(error, 'unavailable'));
  t.true(isFault(error) && String(error.detail['note']).length <= limits.childNoteBytesMax);
});

test('an answer that its job does not take is unavailable', async (t) => {
  const { run } = tryChildren(t);
  const error = await t.throwsAsync(
    run({ ...jobOf('return "seven"'), read: (value) => (value === 7 ? value : undefined) }),
  );
  t.true(isFault(error, 'unavailable'));
  t.regex(error.message, /makes no sense/);
});

test('a child has no variables and a low priority, and may neither write elsewhere nor start others', async (t) => {
  const { run, root } = tryChildren(t);
  const body = `
    const [fs, os] = [await import('node:fs'), await import('node:os')];
    const { spawnSync } = await import('node:child_process');
    const codeOf = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
    const given = ['TZ', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];
    return {
      names: Object.keys(process.env).filter((name) => !given.includes(name)),
      niceness: os.getPriority(),
      written: codeOf(() => fs.writeFileSync(input, 'x')),
      started: codeOf(() => spawnSync('true')),
    };`;
  const { value } = await run({ ...jobOf(body), input: join(root, 'elsewhere') });
  t.like(value, { names: [], written: 'ERR_ACCESS_DENIED', started: 'ERR_ACCESS_DENIED' });
  t.true((value as { niceness: number }).niceness >= Math.min(19, getPriority() + 1));
});

test('a child keeps compiled code for children, and writes to no other compiled code', async (t) => {
  const all = tempFolder(t);
  const codeFolder = join(all, 'children');
  const { run, root } = tryChildren(t, { codeFolder });
  const script = join(root, 'new.mjs');
  writeFileSync(script, 'export const perform = async () => 1;');
  const kept = (): number => globSync(join(codeFolder, '*/*')).length;
  t.is((await run(jobOf('return 1;'))).value, 1);
  const before = kept();
  t.is((await run({ ...jobOf(''), script: pathToFileURL(script) })).value, 1);
  t.true(kept() > before);
  const body = `
    const { writeFileSync } = await import('node:fs');
    const codeOf = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
    return {
      own: process.env['NODE_COMPILE_CACHE'],
      ofTheService: codeOf(() => writeFileSync(input, 'x')),
    };`;
  const { value } = await run({ ...jobOf(body), input: join(all, 'code') });
  t.deepEqual(value, { own: codeFolder, ofTheService: 'ERR_ACCESS_DENIED' });
});

const programs = (body: string, bounds: Parameters<typeof jobOf>[1] = {}) => ({
  ...jobOf(body, bounds),
  startsPrograms: true,
});

test('a job that may start programs starts them with its low priority', async (t) => {
  const { run } = tryChildren(t);
  const body = `const { spawnSync } = await import('node:child_process');
    const own = spawnSync(process.execPath, ['-p', 'require("os").getPriority()'], { encoding: 'utf8', env: {} });
    return Number(own.stdout);`;
  t.true(((await run(programs(body))).value as number) >= Math.min(19, getPriority() + 1));
});

test('the memory of a program counts as that of its job', async (t) => {
  if (!existsSync('/proc/self/task')) {
    t.log('NOT CHECKED: there is no /proc to read');
    t.pass();
    return;
  }
  const { run } = tryChildren(t);
  const hungry = 'const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 5)';
  const body = `${startsNode(hungry)} await new Promise((resolve) => own.on('exit', resolve)); return 1;`;
  const error = await t.throwsAsync(run(programs(body, { memoryBytesMax: 400 * 2 ** 20 })));
  t.regex(error.message, /bytes of memory/);
});

test('a job that is called off ends its process, and one that waits never begins', async (t) => {
  const { run, folders } = tryChildren(t, { childrenMax: 1 });
  const off = new AbortController();
  const [first, second] = [run(jobOf(HANGS), off.signal), run(jobOf('return 1'), off.signal)];
  const errors = Promise.all([t.throwsAsync(first), t.throwsAsync(second)]);
  while (folders().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  off.abort();
  for (const error of await errors) t.true(isFault(error, 'cancelled'), String(error));
  t.is((await run(jobOf('return 2'))).value, 2, 'the place was given back');
});

test('no job outlives its close, and none begins after it', async (t) => {
  const { run, children } = tryChildren(t, { childrenMax: 2 });
  const error = t.throwsAsync(run(jobOf(HANGS)));
  await children.close();
  t.true(isFault(await error, 'cancelled'));
  t.true(isFault(await t.throwsAsync(run(jobOf('return 1'))), 'cancelled'));
});

/** A job that takes a while, and tells when it began and ended. */
const A_WHILE = `const began = Date.now(); await new Promise((resolve) => setTimeout(resolve, 300));
  return [began, Date.now()];`;

test('of many jobs at once no more run than may', async (t) => {
  const { run } = tryChildren(t, { childrenMax: 2 });
  const spans = await Promise.all([1, 2, 3, 4].map(async () => (await run(jobOf(A_WHILE))).value as [number, number]));
  const atOnce = spans.map(([began]) => spans.filter(([from, to]) => from <= began && began < to).length);
  t.true(Math.max(...atOnce) <= 2, JSON.stringify(spans));
});

test('a short job waits for no long one, and runs alone beside it', async (t) => {
  const { run } = tryChildren(t, { childrenMax: 1 });
  const off = new AbortController();
  t.teardown(() => off.abort());
  const LONG = { deadlineMs: limits.childShortDeadlineMs + 1 };
  const long = [HANGS, HANGS].map(async (body) => t.throwsAsync(run(jobOf(body, LONG), off.signal)));
  const patience = AbortSignal.timeout(30_000);
  const spans = await Promise.all(
    [1, 2].map(async () => (await run(jobOf(A_WHILE, { deadlineMs: limits.childShortDeadlineMs }), patience)).value),
  );
  const [first, second] = (spans as [number, number][]).toSorted(([a], [b]) => a - b);
  t.true((first?.[1] ?? Infinity) <= (second?.[0] ?? 0), JSON.stringify(spans));
  off.abort();
  for (const error of await Promise.all(long)) t.true(isFault(error, 'cancelled'), String(error));
});
