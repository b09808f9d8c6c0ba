import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ALONE, shareProcesses, writeSharedProcess } from '../../../infra/tooling/shared-processes.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const filesOf = (...paths: readonly string[]) => paths.map((path) => ({ path, text: "test('it works', pass);\n" }));
const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/${String(index).padStart(2, '0')}.test.ts`);

test('files of one folder and of its folders share a process', (t) => {
  const paths = ['test/unit/http/a.test.ts', 'test/unit/http/gates/b.test.ts', 'test/unit/kernel/c.test.ts'];
  t.deepEqual(shareProcesses(filesOf(...paths)), {
    alone: [],
    shared: [
      { name: 'unit-http-1', modules: paths.slice(0, 2) },
      { name: 'unit-kernel-1', modules: paths.slice(2) },
    ],
  });
});

test('each file has one place, and no process has more than its folder allows', (t) => {
  const paths = [
    ...numbered('test/unit/commands', 31),
    ...numbered('test/property', 15),
    ...numbered('test/clients', 3),
  ].toSorted();
  const { alone, shared } = shareProcesses(filesOf(...paths));
  t.deepEqual([...alone, ...shared.flatMap(({ modules }) => modules)].toSorted(), paths);
  t.deepEqual(
    shared.map(({ name, modules }) => [name, modules.length]),
    [
      ['property-1', 8],
      ['property-2', 7],
      ['unit-commands-1', 16],
      ['unit-commands-2', 15],
    ],
  );
});

test('all that is named to be alone is there', (t) => {
  const root = join(import.meta.dirname, '../../..');
  t.deepEqual(
    ALONE.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('few tests of services run at once', (t) => {
  const { shared } = shareProcesses(filesOf('test/system/story.test.ts'));
  t.deepEqual(shared, [
    { name: 'system-1', modules: ['test/support/process/few-at-once.ts', 'test/system/story.test.ts'] },
  ]);
});

for (const text of [
  "const quay = await png('x');",
  'const { a } = (await import(b)) as C;',
  'const all = { a: await b() };',
  'await ready;',
]) {
  test(`a file that awaits before its tests is alone: ${text}`, (t) => {
    const path = 'test/system/uploads.test.ts';
    t.deepEqual(shareProcesses([{ path, text: `import test from 'ava';\n${text}\n` }]), { alone: [path], shared: [] });
  });
}

test('a process imports its modules by their places', (t) => {
  const folder = tempFolder(t);
  const path = writeSharedProcess(folder, { name: 'some-1', modules: [join(folder, 'a.ts'), join(folder, '../b.ts')] });
  t.is(path, join(folder, 'some-1.test.ts'));
  t.is(readFileSync(path, 'utf8'), "import './a.ts';\nimport './../b.ts';\n");
});
