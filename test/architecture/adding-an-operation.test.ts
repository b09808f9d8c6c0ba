/** The example of `src/http/README.md`: a declaration, a use case and a route are all of an operation. */
import { appendFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readText, ROOT } from '../support/architecture/tree.ts';
import { run, type Ran } from '../support/clients/client-story.ts';
import { blocksOf, sectionOf } from '../support/architecture/document.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const NEEDED = ['src', 'events', 'commands', 'projections', 'test', 'infra', 'tsconfig.json', 'package.json'];

const TESTED = 'test/system/count-holds.test.ts';

/** The tests of every operation run in its process. */
const ANSWERS = `import test from 'ava';
import '../contract/http/every-operation.test.ts';
import { givenService } from '../support/service/real-service.ts';

test('countHolds answers', async (t) => {
  const service = await givenService(t);
  const answer = await (await service.client()).get('/api/v1/credits/holds');
  t.deepEqual([answer.status, answer.body], [200, { ok: true, holds: 0 }]);
});
`;

const copyOfTheService = (t: ExecutionContext): string => {
  const folder = tempFolder(t);
  for (const name of NEEDED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, TESTED), ANSWERS);
  return folder;
};

/** The path that a block names in its first line, and its code. */
const filesOf = (page: string): readonly (readonly [string, string])[] =>
  blocksOf(sectionOf(page, 'Adding an operation')).map(({ text }) => {
    const [, path = '', code = ''] = /^\/\/ (\S+)\n([^]*)$/.exec(text) ?? [];
    return [path, code];
  });

/** A new file, an element at the end of a list of routes; or a declaration at the end of its file. */
const add = (folder: string, path: string, code: string): void => {
  const file = join(folder, path);
  if (!existsSync(file)) writeFileSync(file, code);
  else if (path.includes('/routes/')) {
    const [, imports = '', element = ''] = /^((?:import [^;]*;\n)+)([^]*)$/.exec(code) ?? [];
    writeFileSync(file, `${imports}${readFileSync(file, 'utf8').replace(/\];\n$/, `${element}];\n`)}`);
  } else appendFileSync(file, code);
};

/** The files of the page, and all that they need: `npm run types` checks all others. */
const typeChecked = async (folder: string, files: readonly string[]): Promise<Ran> => {
  const part = { extends: './tsconfig.json', include: ['src/http', ...files] };
  writeFileSync(join(folder, 'tsconfig.part.json'), JSON.stringify(part));
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  return run(process.execPath, [compiler, '-p', 'tsconfig.part.json'], { cwd: folder });
};

const tested = async (folder: string): Promise<Ran> => {
  const cli = join(ROOT, 'node_modules/ava/entrypoints/cli.js');
  // Not as a part of the run that this test is in.
  const env = { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] };
  return run(process.execPath, [cli, TESTED, '--match', 'countHolds*'], { cwd: folder, env });
};

test('a declaration, a use case and a route make an operation; without its route no service starts', async (t) => {
  const files = filesOf(readText('src/http/README.md'));
  t.is(files.length, 3);
  const folder = copyOfTheService(t);
  for (const [path, code] of files) add(folder, path, code);
  t.deepEqual(
    await typeChecked(
      folder,
      files.map(([path]) => path),
    ),
    { status: 0, output: '' },
  );
  const { status, output } = await tested(folder);
  t.is(status, 0, output);
  t.regex(output, /3 tests passed/);

  // The sabotage: the operation as it is without its last place.
  cpSync(join(ROOT, 'src/http/routes/credits.ts'), join(folder, 'src/http/routes/credits.ts'));
  const started = await run(process.execPath, ['src/main/serve.ts'], {
    cwd: folder,
    env: { DATA_DIR: join(folder, 'data'), PORT: '0' },
  });
  t.not(started.status, 0);
  t.regex(started.output, /countHolds has no route/);
});
