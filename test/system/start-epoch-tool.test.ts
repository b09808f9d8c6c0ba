/** A restored log that others have seen more of: refused, confirmed by an operator, and then as if nothing else was. */
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { EPOCHS } from '../../src/application/log/log-epochs.ts';
import { type EpochDeps, lookAtEpochs, startEpoch } from '../../src/application/log/start-epoch.ts';
import { createReadModelDirectory } from '../../src/application/read-models/freshness/read-model-directory.ts';
import { rebuildReadModels } from '../../src/application/read-models/rebuild-projection.ts';
import { readConfig } from '../../src/main/config.ts';
import { Fault } from '../../src/kernel/faults.ts';
import { openServiceKey } from '../../src/main/open-service-key.ts';
import { openExisting } from '../../src/main/open-existing.ts';
import { projections } from '../../projections/registry.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import { runTool } from '../support/process/run-tool.ts';
import { createProject, creditsOf, generated, givenPlanned } from '../support/service/storyboard-calls.ts';
import { oneOfFile } from '../support/process/of-file.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const REASON = ['--reason', 'restored from yesterday’s backup', '--json'];

const projectsOf = async (client: Client): Promise<readonly string[]> => {
  const { body } = await client.get('projects');
  return (body['projects'] as readonly { readonly id: string }[]).map(({ id }) => id);
};

const positionOf = async (client: Client): Promise<string> =>
  String((await client.get('projects')).headers['x-log-position']);

type Restored = {
  readonly dataDir: string;
  readonly kept: string;
  readonly gone: { readonly projectId: string; readonly film: string; readonly job: string };
  /** The last position that a client was told of before the restore. */
  readonly told: string;
};

/** A service is backed up, goes on, spends, and then finds the older log under its newer read models. To copy. */
const restoredOnce = oneOfFile(test, async (t) => {
  const root = tempFolder(t);
  const dataDir = join(root, 'data');
  const first = await givenService(t, { dataDir });
  const kept = await createProject(await first.client(), ['a quay']);
  await first.stop();
  const [log, backup] = [join(dataDir, 'log.sqlite'), join(root, 'backup.sqlite')];
  copyFileSync(log, backup);

  const second = await givenService(t, { dataDir });
  const client = await second.client();
  const planned = await givenPlanned(client, ['a coin', 'a purse']);
  const { id: job } = (await generated(client, planned, { key: 'k' })).job;
  const told = await positionOf(client);
  await second.stop();

  for (const ending of ['', '-wal', '-shm']) rmSync(`${log}${ending}`, { force: true });
  copyFileSync(backup, log);
  return { root, kept, gone: { projectId: planned.projectId, film: planned.film, job }, told };
});

const givenRestored = async (t: ExecutionContext): Promise<Restored> => {
  const { root, ...restored } = await restoredOnce();
  const own = tempFolder(t);
  cpSync(root, own, { recursive: true });
  return { ...restored, dataDir: join(own, 'data') };
};

/** The refusal of a service's start on it. */
const refusal = async (t: ExecutionContext, dataDir: string): Promise<unknown> => {
  const error = await t.throwsAsync(givenService(t, { dataDir }), { code: 'corrupt' });
  return (error as { readonly detail?: { readonly reason?: unknown } } | undefined)?.detail?.reason;
};

const confirm = async (dataDir: string) => runTool('start-epoch', dataDir, ...REASON, '--confirm');

/** The same within this process, perhaps on a part that a test has broken. */
const confirmWith = async (
  dataDir: string,
  doctor: (deps: EpochDeps) => EpochDeps = (deps) => deps,
): Promise<{ readonly epoch: number; readonly next: number }> => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const writer = await openExisting(config);
  try {
    const signer = await openServiceKey(config);
    const deps = doctor({ ...writer, eventStore: writer.store, signer, projections });
    const outlook = await lookAtEpochs(deps);
    await startEpoch(deps, outlook, { reason: 'a test', actor: 'tool:test' });
    return outlook;
  } finally {
    await writer.close();
  }
};

test('a start refuses until an operator confirms; then nothing shows what is gone, and positions go on', async (t) => {
  const { dataDir, kept, gone, told } = await givenRestored(t);
  t.is(await refusal(t, dataDir), 'log_behind');

  const asked = await runTool('start-epoch', dataDir, ...REASON);
  t.is(asked.status, 1, asked.stderr);
  t.like(JSON.parse(asked.stdout), { ok: false, code: 'unconfirmed', epoch: 0, next: 1 });
  t.is(await refusal(t, dataDir), 'log_behind', 'to ask changes nothing');

  const done = await confirm(dataDir);
  t.is(done.status, 0, done.stderr);
  t.like(JSON.parse(done.stdout), { ok: true, started: true, epoch: 0, next: 1 });
  const again = await confirm(dataDir);
  t.like(JSON.parse(again.stdout), { ok: true, started: false, epoch: 1 }, 'done is done');

  const { client, stop } = await givenClient(t, { dataDir });
  t.deepEqual(await projectsOf(client), [kept]);
  t.is((await client.get(`projects/${gone.projectId}`)).status, 404);
  t.is((await client.get(`${gone.film}/jobs/${gone.job}`)).status, 404);
  t.like(await creditsOf(client), { total: 500, held: 0 });
  t.true((await positionOf(client)) > told, 'what a client was told before sorts before what it is told now');
  const planned = await givenPlanned(client, ['a new coin']);
  const { job } = await generated(client, planned, { key: 'k' });
  t.like(job, { status: 'completed', chargedCredits: 1 });
  t.true((await client.get('projects', { 'if-position-at-least': told })).status === 200, 'an old position is no wait');
  await stop();
  t.like(await auditFolder(dataDir, { full: true }), { ok: true, findings: [] });
});

test('a second restore goes past the epoch of the first, also when the backup knows of none', async (t) => {
  const { dataDir } = await givenRestored(t);
  await confirmWith(dataDir);
  const service = await givenService(t, { dataDir });
  await createProject(await service.client(), ['rain']);
  await service.stop();
  for (const ending of ['', '-wal', '-shm']) rmSync(join(dataDir, `log.sqlite${ending}`), { force: true });
  copyFileSync(join(dataDir, '..', 'backup.sqlite'), join(dataDir, 'log.sqlite'));
  t.is(await refusal(t, dataDir), 'log_behind');
  t.like(await confirmWith(dataDir), { epoch: 0, next: 2 });
  await (await givenService(t, { dataDir })).stop();
  t.like(await auditFolder(dataDir, { full: true }), { ok: true });
});

test('interrupted before the log is in its epoch, the folder refuses, and the same epoch is begun', async (t) => {
  const { dataDir, kept } = await givenRestored(t);
  const die = (): never => {
    throw new Error('killed here');
  };
  const dead = (deps: EpochDeps): EpochDeps => ({ ...deps, commands: { handle: die } });
  await t.throwsAsync(confirmWith(dataDir, dead), { message: 'killed here' });
  const error = await t.throwsAsync(givenService(t, { dataDir }), { code: 'corrupt' });
  t.regex(error?.message ?? '', new RegExp(`(${EPOCHS}|log-verified) has seen it at`));
  t.like(await confirmWith(dataDir), { epoch: 0, next: 1 });
  const service = await givenService(t, { dataDir });
  t.deepEqual(await projectsOf(await service.client()), [kept]);
});

test('interrupted over a log that lacks nothing, starts refuse and an audit says the same', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const service = await givenService(t, { dataDir });
  await createProject(await service.client(), ['a quay']);
  await service.stop();
  const die = (): never => {
    throw new Error('killed here');
  };
  await t.throwsAsync(
    confirmWith(dataDir, (deps) => ({ ...deps, commands: { handle: die } })),
    {
      message: 'killed here',
    },
  );
  const refusal = await t.throwsAsync(givenService(t, { dataDir }), { code: 'corrupt' });
  t.regex(refusal?.message ?? '', new RegExp(`${EPOCHS} has seen it at`));
  const { findings } = await auditFolder(dataDir);
  t.like(findings[0], { check: 'witness', what: 'log_behind' });
  t.regex(findings[0]?.problem ?? '', new RegExp(`${EPOCHS} has seen it at`));
});

test('of two at once each does it, or says that the other one does', async (t) => {
  const { dataDir } = await givenRestored(t);
  const runs = await Promise.all([confirm(dataDir), confirm(dataDir)]);
  t.true(runs.some(({ status }) => status === 0));
  for (const { status, stderr } of runs) if (status !== 0) t.regex(stderr, /^start-epoch: another .* is under way/);
  await (await givenService(t, { dataDir })).stop();
  t.like(await auditFolder(dataDir, { full: true }), { ok: true, findings: [] });
});

test('the collection of an unfinished rebuild is left to the process that may still fill it', async (t) => {
  const { dataDir } = await givenRestored(t);
  const writer = await openExisting(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const directory = createReadModelDirectory(writer.documents);
  const [first] = projections;
  if (first === undefined) throw new Error('there are read models');
  const feed: typeof writer.feed = {
    ...writer.feed,
    head: async () => Promise.reject(new Fault('unavailable', 'gone')),
  };
  await t.throwsAsync(rebuildReadModels({ ...writer, feed }, [first]), { code: 'unavailable' });
  const { building } = await directory.find(first);
  t.truthy(building);
  await confirmWith(dataDir);
  const after = await directory.find(first);
  t.true(after.retired.includes(building ?? ''), 'the next start drops it');
  t.not(after.current, building);
  await writer.close();
});

test('beside a running service it does no harm', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const { client, baseUrl, stop } = await givenClient(t, { dataDir });
  const confirming = confirm(dataDir);
  const planned = await givenPlanned(client, ['a coin']);
  const { status, stderr } = await confirming;
  t.is(status, 0, stderr);
  const { job } = await generated(client, planned, { key: 'k' });
  t.is(job.status, 'completed');
  t.is((await fetch(new URL('/health/ready', baseUrl))).status, 200);
  await stop();
  t.like(await auditFolder(dataDir, { full: true }), { ok: true, findings: [] });
  await (await givenService(t, { dataDir })).stop();
});

test('a log that is damaged is not confirmed', async (t) => {
  const { dataDir } = await givenRestored(t);
  const broken = (deps: EpochDeps): EpochDeps => ({
    ...deps,
    codec: {
      ...deps.codec,
      verify: (hash, stored) => deps.codec.verify(hash, stored.revision === 1 ? { ...stored, data: '{}' } : stored),
    },
  });
  await t.throwsAsync(confirmWith(dataDir, broken), { code: 'corrupt', message: /^the log is damaged/ });
  t.is(await refusal(t, dataDir), 'log_behind');
  t.like(await confirmWith(dataDir), { next: 1 }, 'and nothing was begun');
});

test('sabotage: read models that are not folded anew show what is gone', async (t) => {
  const { dataDir, kept, gone } = await givenRestored(t);
  await confirmWith(dataDir, (deps) => ({
    ...deps,
    projections: deps.projections.filter(({ name }) => name !== 'project-list'),
  }));
  const service = await givenService(t, { dataDir });
  const shown = await projectsOf(await service.client());
  t.deepEqual([...shown].toSorted(), [kept, gone.projectId].toSorted());
  await service.stop();
  t.like(await auditFolder(dataDir), { ok: false });
});
