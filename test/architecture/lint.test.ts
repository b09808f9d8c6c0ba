/** The linter's type-aware half is a separate program: this proves that it runs, and that our rules bite. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'ava';
import { ROOT } from '../support/architecture/tree.ts';
import { runProgram } from '../support/process/run-program.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

type Report = { readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }> };

const planted: Readonly<Record<string, string>> = {
  'typescript(no-floating-promises)': `export const f = (g: () => Promise<1>): void => { void g(); };`,
  'typescript(no-misused-promises)': `export const f = (p: Promise<1>): number => { if (p) return 1; return 2; };`,
  'typescript(await-thenable)': `export const f = async (n: number): Promise<number> => { await n; return 1; };`,
  'typescript(return-await)': `declare const g: () => void;
    export const f = async (p: Promise<1>): Promise<1> => { try { return p; } finally { g(); } };`,
  'typescript(switch-exhaustiveness-check)': `export const f = (k: 'a' | 'b'): number => {
    switch (k) { case 'a': return 1; } return 2; };`,
  'typescript(no-explicit-any)': `export type T = any;`,
  'typescript(no-unsafe-assignment)': `const v = JSON.parse('1'); export const w: unknown = v;`,
  'typescript(no-unsafe-return)': `export const f = (): number => JSON.parse('1');`,
  'typescript(only-throw-error)': `export const f = (): never => { throw 'text'; };`,
  'typescript(ban-ts-comment)': `// @ts-ignore\nexport const n: number = 1;`,
  'eslint(no-empty)': `export const f = (g: () => void): void => { try { g(); } catch {} };`,
  'eslint(no-empty-function)': `export const f = (p: Promise<1>): Promise<unknown> => p.catch(() => {});`,
  'eslint(no-unused-vars)': `const unused = 1; export const used = 2;`,
};

const clean = `
export const f = async (p: Promise<1>): Promise<1> => {
  try {
    return await p;
  } catch {
    // The caller asks again.
    return 1;
  }
};
export const parsed: unknown = JSON.parse('1');
`;

/** oxlint exits with 1 when it has findings; any other code that is not 0 is a fault of its own. */
const lint = async (folder: string): Promise<Report> => {
  const bin = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const options = ['--config', join(ROOT, 'infra/tooling/oxlint.jsonc'), '--type-aware', '--format', 'json', folder];
  const { status, stdout, stderr } = await runProgram(process.execPath, [bin, ...options], { cwd: ROOT });
  if (status !== 0 && status !== 1) throw new Error(stderr || stdout);
  return JSON.parse(stdout) as Report;
};

test('every planted fault is reported, and nothing else', async (t) => {
  const folder = tempFolder(t);
  await mkdir(join(folder, 'src'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { target: 'esnext', module: 'nodenext', strict: true, types: [] } }),
  );
  const files = Object.entries(planted).map(([rule, text], i) => ({ rule, text, name: `${i}.ts` }));
  for (const { name, text } of files) await writeFile(join(folder, 'src', name), `${text}\n`);
  await writeFile(join(folder, 'src/clean.ts'), clean);

  const { diagnostics } = await lint(folder);
  const reported = diagnostics.map(({ code, filename }) => `${basename(filename)} ${code}`);
  t.deepEqual(reported.toSorted(), files.map(({ name, rule }) => `${name} ${rule}`).toSorted());
});
