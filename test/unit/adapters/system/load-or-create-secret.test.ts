import test from 'ava';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateSecret } from '../../../../src/adapters/system/load-or-create-secret.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { runScript } from '../../../support/process/run-program.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const moduleUrl = new URL('../../../../src/adapters/system/load-or-create-secret.ts', import.meta.url).href;

test('a secret is made once, for its owner only, and leaves no draft', async (t) => {
  const path = join(tempFolder(t), 'keys', 'one.key');
  let made = 0;
  const make = (): Uint8Array => {
    made += 1;
    return Buffer.from(`secret ${made}`);
  };
  const first = await loadOrCreateSecret(path, make);
  const second = await loadOrCreateSecret(path, make);
  t.is(Buffer.from(first).toString(), 'secret 1');
  t.deepEqual(second, first);
  t.is(made, 1);
  t.is((await stat(path)).mode & 0o777, 0o600);
  t.deepEqual(await readdir(join(path, '..')), ['one.key']);
});

test('of many at once, in one process and in several, all get the same', async (t) => {
  const path = join(tempFolder(t), 'one.key');
  const script = `import { loadOrCreateSecret } from ${JSON.stringify(moduleUrl)};
    const all = await Promise.all(Array.from({ length: 20 }, () =>
      loadOrCreateSecret(${JSON.stringify(path)}, () => crypto.getRandomValues(new Uint8Array(32)))));
    console.log([...new Set(all.map((one) => Buffer.from(one).toString('hex')))].join());`;
  const outputs = await Promise.all(Array.from({ length: 3 }, async () => (await runScript(script)).stdout.trim()));
  t.is(new Set(outputs).size, 1);
  t.regex(outputs[0] ?? '', /^[0-9a-f]{64}$/);
});

test('an empty file is no secret, and a folder is named as what it is', async (t) => {
  const folder = tempFolder(t);
  const empty = join(folder, 'empty.key');
  await writeFile(empty, '');
  const make = () => Buffer.from('x');
  const none = await t.throwsAsync(loadOrCreateSecret(empty, make), { message: /empty\.key is empty: put it back/ });
  t.true(isFault(none, 'corrupt'));
  const error = await t.throwsAsync(loadOrCreateSecret(folder, make), { message: /cannot be used: it is a folder$/ });
  t.true(isFault(error, 'unavailable'));
});

test('a folder that cannot be made is a fault', async (t) => {
  const file = join(tempFolder(t), 'file');
  await writeFile(file, '');
  const error = await t.throwsAsync(loadOrCreateSecret(join(file, 'one.key'), () => Buffer.from('x')));
  t.true(isFault(error, 'unavailable'));
});
