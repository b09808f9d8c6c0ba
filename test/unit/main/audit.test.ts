/** The audit as a tool: after a service, beside one, and on what is no data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { AuditReport } from '../../../src/application/audit/audit.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import { collectionNamed } from '../../support/read-models/collection-named.ts';
import { auditFolder } from '../../support/audit/audit-folder.ts';
import { liveIn } from '../../support/audit/lived-folder.ts';
import { sharedLivedFolder } from '../../support/audit/shared-lived-folder.ts';
import { embeddedEnvironment } from '../../support/process/embedded-environment.ts';
import { mainProgram } from '../../support/process/main-program.ts';
import { runTool, runToolFor, runToolIn, type ToolRun } from '../../support/process/run-tool.ts';
import { changeDocument, copyOf, flip, idsIn, rowOf, setColumn, tamperWith } from '../../support/audit/tamper.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const folder = sharedLivedFolder(test);

const reportOf = ({ stdout }: ToolRun): AuditReport => JSON.parse(stdout) as AuditReport;

test('a sound folder: exit code 0, in words', async (t) => {
  const copy = copyOf(t, folder);
  const words = await runTool('audit', copy);
  t.is(words.status, 0, words.stderr);
  t.regex(words.stdout, /^The log, the ledgers and the read models agree\./);
  const { ok, findings, totals } = await auditFolder(copy, { full: true });
  t.deepEqual({ ok, findings }, { ok: true, findings: [] });
  t.like(totals, { ledgers: 4, granted: 3_020, full: true });
});

test('a damaged folder: exit code 1, and the first bad event', async (t) => {
  const copy = copyOf(t, folder);
  const { stream, revision } = tamperWith(copy, 'log', (database) => {
    const row = rowOf(database, "type = 'LedgerDebited'");
    setColumn(database, row, 'data', flip(row.data, 20));
    return row;
  });
  const words = await runTool('audit', copy);
  t.is(words.status, 1);
  t.true(words.stdout.includes(`LedgerDebited at ${stream}, revision ${revision}`));
});

test('a file with garbage in it is named as such', async (t) => {
  const copy = copyOf(t, folder);
  const file = openSync(join(copy, 'log.sqlite'), 'r+');
  writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 4_096);
  closeSync(file);
  const run = await runTool('audit', copy, '--json');
  t.is(run.status, 1);
  t.like(reportOf(run), { ok: false });
  t.like(reportOf(run).findings[0], { check: 'storage', what: 'damaged' });
});

test('a file that holds no key of the service is named, and is no finding of the log', async (t) => {
  const copy = copyOf(t, folder);
  writeFileSync(join(copy, 'keys', 'service.jwk'), 'no key');
  const run = await runTool('audit', copy, '--json');
  t.is(run.status, 1);
  t.is(run.stdout, '');
  t.regex(run.stderr, /^audit: SERVICE_KEY_FILE=.* is no key of the service: .*the-key-of-the-service\.md/);
});

test('where there is no log none is made; and it tells how it is used', async (t) => {
  const nowhere = join(tempFolder(t), 'typo');
  const [run, help] = await runToolFor('audit', [[nowhere], [folder, '--help']]);
  t.is(run?.status, 1);
  t.regex(run?.stderr ?? '', /there is no log in .*typo: DATA_DIR names the data folder/);
  t.false(existsSync(nowhere));
  t.is(help?.status, 0);
  t.regex(help?.stdout ?? '', /--full/);
});

/** Each takes about as long as a life. */
const AUDITS_MAX = 2;

test('beside a service at work, in whole and again and again, nothing is found that is not wrong', async (t) => {
  const busy = join(tempFolder(t), 'data');
  const service = await liveIn(busy);
  await service.live('alice');
  const state = { working: true };
  const work = (async () => {
    for (const name of ['bob', 'carol']) await service.live(name);
    state.working = false;
  })();
  let audits = 0;
  const beside = runTool('audit', busy, '--full', '--json');
  while (state.working && audits < AUDITS_MAX) {
    const { ok, findings } = await auditFolder(busy, { full: audits % 2 === 0 });
    t.true(ok, JSON.stringify(findings, null, 1));
    audits += 1;
  }
  await work;
  const run = await beside;
  t.is(run.status, 0, run.stdout);
  t.is(run.stdout.trimEnd().split('\n').length, 1, 'as one line of JSON');
  t.like(reportOf(run), { ok: true, findings: [], totals: { full: true } });
  t.true(audits > 1);
  await service.settle();
  await service.stop();
  t.like(await auditFolder(busy, { full: true }), { ok: true, totals: { ledgers: 6 } });
});

/** A document that was written while the audit looked at it, every time. */
const restless = (documents: DocumentStore, collection: string, change: (body: unknown) => unknown): DocumentStore => ({
  ...documents,
  checkpoints: async (names) => {
    const found = await documents.checkpoints(names);
    // As if the read model had been at the start when the audit began, and had been folded since.
    return found.map((one, n) => (names[n] === `projection:${collection}` ? one && { ...one, position: '' } : one));
  },
  get: async <D>(from: string, id: string) => {
    const found = await documents.get<D>(from, id);
    return found === undefined || from !== collection ? found : { ...found, body: change(found.body) as D };
  },
});

test('documents that move while the audit runs are compared at their later position', async (t) => {
  const copy = copyOf(t, folder);
  const sound = await auditFolder(copy, {
    full: true,
    doctored: (deps) => ({ ...deps, documents: restless(deps.documents, collectionNamed('job'), (body) => body) }),
  });
  t.deepEqual(sound.findings, []);
  const wrong = await auditFolder(copy, {
    full: true,
    doctored: (deps) => ({
      ...deps,
      documents: restless(deps.documents, collectionNamed('job'), (body) => ({ ...(body as object), status: 'lost' })),
    }),
  });
  t.true(wrong.findings.length > 0);
  t.true(wrong.findings.every(({ what, readModel }) => what === 'document_differs' && readModel === 'job'));
});

test('a document that is wrong at its position does not hide behind a service at work', async (t) => {
  const copy = copyOf(t, folder);
  const service = await liveIn(copy);
  const id = tamperWith(copy, 'read', (database) => {
    const [job = ''] = idsIn(database, collectionNamed('job'));
    changeDocument(database, collectionNamed('job'), job, (body) => ({ ...body, chargedCredits: 77 }));
    return job;
  });
  await service.live('erin');
  const { findings } = await auditFolder(copy, { full: true });
  t.like(findings[0], { what: 'document_differs', readModel: 'job', id });
  t.is(findings.length, 1);
  await service.stop();
});

/** Its end, as code and signal, and its files that are left. The signal comes when its first file is there. */
const interrupted = async (t: ExecutionContext, signal: NodeJS.Signals) => {
  const temp = tempFolder(t);
  const env = { ...embeddedEnvironment(), DATA_DIR: copyOf(t, folder), TMPDIR: temp };
  const child = spawn(process.execPath, [mainProgram('audit'), '--full'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (readdirSync(temp).length === 0 && child.exitCode === null) await nextTurn();
  child.kill(signal);
  return { ended: await ended, left: readdirSync(temp) };
};

test('an audit that is interrupted leaves no fold behind, and ends by the signal', async (t) => {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    let found = await interrupted(t, signal);
    // On a busy machine the audit may be over before its signal: such a run tells nothing.
    for (let tries = 1; found.ended[0] === 0 && tries < 10; tries += 1) found = await interrupted(t, signal);
    t.deepEqual(found, { ended: [null, signal], left: [] });
  }
});

test('a temporary folder that cannot be made is named, with the variable to change', async (t) => {
  const nowhere = join(tempFolder(t), 'gone');
  const { status, stderr } = await runToolIn('audit', folder, { TMPDIR: nowhere }, '--full');
  t.is(status, 1);
  t.regex(stderr, /^audit: no folder can be made in \S+gone: it is not there.*; choose another TMPDIR/);
  t.notRegex(stderr, /\n\s+at /);
});
