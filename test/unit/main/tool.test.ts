/** A tool that fails says the cause of the system, and no other: others may hold an address or a key. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

const TOOL = new URL('../../../src/main/tool.ts', import.meta.url).href;
const FAULTS = new URL('../../../src/kernel/faults.ts', import.meta.url).href;

/** The words of a tool that throws a fault with this cause. */
const said = async (cause: string): Promise<string> => {
  const script = `
    import { Fault } from ${JSON.stringify(FAULTS)};
    import { runTool } from ${JSON.stringify(TOOL)};
    await runTool({ name: 'toy', about: '', options: {} }, async () => {
      throw new Fault('unavailable', 'it failed', { cause: ${cause} });
    });`;
  const args = ['--input-type=module', '--eval', script];
  const options = { cwd: join(import.meta.dirname, '../../..') };
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stderr }) => stderr,
    (error: unknown) => String((error as { readonly stderr?: unknown }).stderr),
  );
};

test('the cause of a fault is said where the system or SQLite gave it', async (t) => {
  t.is(
    await said("Object.assign(new Error('EROFS: read-only'), { syscall: 'open' })"),
    'toy: it failed (EROFS: read-only)\n',
  );
  t.is(
    await said("Object.assign(new Error('database is locked'), { errcode: 5 })"),
    'toy: it failed (database is locked)\n',
  );
  t.is(await said("new Error('no key: a-secret')"), 'toy: it failed\n');
  t.is(await said('undefined'), 'toy: it failed\n');
});
