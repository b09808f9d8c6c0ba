/** A tool that fails says the cause of the system, and no other: others may hold an address or a key. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import test from 'ava';
import { runScript } from '../../support/process/run-program.ts';

const TOOL = new URL('../../../src/main/tool.ts', import.meta.url).href;
const FAULTS = new URL('../../../src/kernel/faults.ts', import.meta.url).href;

/** The words and the exit code of a tool that throws faults of these causes, one after the other. */
const run = async (causes: readonly string[], ...options: readonly string[]) =>
  runWith(
    causes.map((cause) => `['corrupt', { cause: ${cause} }, {}]`),
    ...options,
  );

/** The same of faults with their options, and more of the tool. */
const runWith = async (faults: readonly string[], ...options: readonly string[]) => {
  const script = `
    import { Fault } from ${JSON.stringify(FAULTS)};
    import { runTool } from ${JSON.stringify(TOOL)};
    for (const [code, given, more] of [${faults.join()}]) {
      await runTool({ name: 'toy', about: '', options: {}, ...more }, async () => {
        throw new Fault(code, 'it failed', given);
      });
    }`;
  return runScript(script, ...options);
};

test('the cause of a fault is said where the system or SQLite gave it', async (t) => {
  const { status, stderr } = await run([
    "Object.assign(new Error('EROFS: read-only'), { syscall: 'open' })",
    "Object.assign(new Error('database is locked'), { errcode: 5 })",
    "new Error('no key: a-secret')",
    'undefined',
  ]);
  t.deepEqual(stderr.trimEnd().split('\n'), [
    'toy: it failed (EROFS: read-only)',
    'toy: it failed (database is locked)',
    'toy: it failed',
    'toy: it failed',
  ]);
  t.is(status, 1);
});

test('a tool that met a fault that may pass says what to do after it', async (t) => {
  const { status, stderr } = await runWith([
    "['unavailable', {}, {}]",
    "['ambiguous', {}, { again: 'Look before it is run again.' }]",
    "['unavailable', { retriable: false }, {}]",
    "['not_found', {}, {}]",
  ]);
  t.deepEqual(stderr.trimEnd().split('\n'), [
    'toy: it failed',
    'Run it again once that is over: nothing is done twice.',
    'toy: it failed',
    'Look before it is run again.',
    'toy: it failed',
    'toy: it failed',
  ]);
  t.is(status, 1);
});

test('an option that there is not is a wrong use', async (t) => {
  const { status, stderr } = await run(['undefined'], '--ful');
  t.is(status, 2);
  t.regex(stderr, /--ful/);
});

test('a result that cannot be written has failed, at once or later', (t) => {
  const full = openSync('/dev/full', 'w');
  t.teardown(() => closeSync(full));
  for (const wait of ['', 'await new Promise((resolve) => setTimeout(resolve, 10));']) {
    const script = `
      import { runTool } from ${JSON.stringify(TOOL)};
      await runTool({ name: 'toy', about: '', options: {} }, async (_, say) => {
        const exitCode = say.result({}, 'a result');
        ${wait}
        return exitCode;
      });`;
    const stdio = ['ignore', full, 'pipe'] as const;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: [...stdio] });
    t.regex(ended.stderr.toString(), /^toy: its result could not be written \(ENOSPC/);
    t.is(ended.status, 1);
  }
});
