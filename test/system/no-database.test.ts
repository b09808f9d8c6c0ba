/** A storage file that something else has overwritten: the service and its tools say so by name, and do nothing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDataFolder } from '../../src/adapters/sqlite/data-folder.ts';
import { createSystem } from '../../src/main/system.ts';
import { fatal } from '../support/kernel/fatal.ts';
import { runTool, runToolIn } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const GARBAGE = 'This was a log. '.repeat(1_000);

/** A data folder in which one file holds something else. */
const givenGarbage = async (t: ExecutionContext, name: string): Promise<string> => {
  const dataDir = join(tempFolder(t), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  await openDataFolder(dataDir, { ...createSystem({ logLevel: 'silent' }), fatal }).close();
  writeFileSync(join(dataDir, name), GARBAGE);
  return dataDir;
};

for (const name of ['log.sqlite', 'read.sqlite']) {
  test(`a ${name} that is no database stops the start, and is a finding of the audit`, async (t) => {
    const dataDir = await givenGarbage(t, name);
    const problem = `${join(dataDir, name)} is no SQLite database any more`;

    const started = await runToolIn('serve', dataDir, { PORT: '0', LOG_LEVEL: 'info' });
    t.deepEqual(started, { status: 1, stdout: '', stderr: `cannot start: ${problem}\n` });

    const { status, stdout } = await runTool('audit', dataDir, '--json');
    t.is(status, 1);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { check: string; problem: string }[] };
    t.false(ok);
    t.is(findings[0]?.check, 'storage');
    t.true(findings[0]?.problem.startsWith(problem), findings[0]?.problem);

    t.is(readFileSync(join(dataDir, name), 'utf8'), GARBAGE, 'the evidence is left as it was');
  });
}
