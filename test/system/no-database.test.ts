/** A storage file that something else has overwritten: the service and its tools say so by name, and do nothing. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDataFolder } from '../../src/adapters/sqlite/data-folder.ts';
import { createSystem } from '../../src/main/system.ts';
import { bareEnvironment } from '../support/process/bare-environment.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

type Ended = { readonly code: number | string | null; readonly stdout: string; readonly stderr: string };

const run = async (tool: string, dataDir: string, args: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    const script = join(import.meta.dirname, `../../src/main/${tool}.ts`);
    const env = { ...bareEnvironment(), DATA_DIR: dataDir, PORT: '0' };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const GARBAGE = 'This was a log. '.repeat(1_000);

/** A data folder in which one file holds something else. */
const givenGarbage = async (t: ExecutionContext, name: string): Promise<string> => {
  const dataDir = join(tempFolder(t), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const fatal = (error: unknown): never => {
    throw error;
  };
  await openDataFolder(dataDir, { ...createSystem({ logLevel: 'silent' }), fatal }).close();
  writeFileSync(join(dataDir, name), GARBAGE);
  return dataDir;
};

for (const name of ['log.sqlite', 'read.sqlite']) {
  test(`a ${name} that is no database stops the start, and is a finding of the audit`, async (t) => {
    const dataDir = await givenGarbage(t, name);
    const problem = `${join(dataDir, name)} is no SQLite database any more`;

    const started = await run('serve', dataDir);
    t.deepEqual(started, { code: 1, stdout: '', stderr: `cannot start: ${problem}\n` });

    const { code, stdout } = await run('audit', dataDir, ['--json']);
    t.is(code, 1);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { check: string; problem: string }[] };
    t.false(ok);
    t.is(findings[0]?.check, 'storage');
    t.true(findings[0]?.problem.startsWith(problem), findings[0]?.problem);

    t.is(readFileSync(join(dataDir, name), 'utf8'), GARBAGE, 'the evidence is left as it was');
  });
}
