/** I17: a service does not start on a damaged log; damage that is found later stops paid work, and nothing else. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Fault } from '../../../src/kernel/faults.ts';
import { readConfig } from '../../../src/main/config.ts';
import { type Core, openCore, type Overrides } from '../../../src/main/core.ts';
import { openStores } from '../../../src/main/open-stores.ts';
import { createSystem } from '../../../src/main/system.ts';
import { checkLog } from '../../../src/main/watch-log.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { runToolIn } from '../../support/process/run-tool.ts';
import { ofFile } from '../../support/process/of-file.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import type { HttpAnswer } from '../../support/http/http-call.ts';
import { liveIn } from '../../support/audit/lived-folder.ts';
import { mediaMakers } from '../../support/engines/media-engines.ts';
import { quickMakers } from '../../support/engines/quick-makers.ts';
import { givenService } from '../../support/service/real-service.ts';
import { createProject, type Planned, planProject } from '../../support/service/storyboard-calls.ts';
import { createSigner } from '../../support/log/test-signer.ts';
import {
  copyOf,
  dropRow,
  flip,
  type Row,
  rowOf,
  rowsOf,
  setColumn,
  swapRows,
  tamperWith,
} from '../../support/audit/tamper.ts';

const root = tempFolder(ofFile(test));
/** Lived in and stopped: what was appended since its start was never verified. */
const fresh = join(root, 'fresh');
/** The same after one more start: verified and sealed to its end. */
const verified = join(root, 'verified');

test.before(async () => {
  const first = await liveIn(fresh);
  await first.live();
  await first.settle();
  await first.stop();
  cpSync(fresh, verified, { recursive: true });
  await (await liveIn(verified)).stop();
});

type Damage = (database: DatabaseSync) => void;

const accepted = (database: DatabaseSync): Row => rowOf(database, "type = 'FrameScored'");

const flipped =
  (column: 'data' | 'metadata' | 'id' | 'type', place: number): Damage =>
  (database) => {
    const row = accepted(database);
    setColumn(database, row, column, flip(row[column], place));
  };

const lastOfJob: Damage = (database) => dropRow(database, rowOf(database, "type = 'JobCompleted'"));

/** The report of a start. */
const damages: Readonly<Record<string, readonly [Damage, string]>> = {
  'a bit of the data': [flipped('data', 40), 'changed'],
  'a bit of the metadata': [flipped('metadata', -20), 'changed'],
  'a bit of the hash': [flipped('metadata', 20), 'changed'],
  'a bit of the id': [flipped('id', 5), 'changed'],
  'a bit of the type': [flipped('type', 5), 'changed'],
  'a row that is gone': [(database) => dropRow(database, accepted(database)), 'gap'],
  'the last event of a stream that is gone': [lastOfJob, 'gap'],
  'two rows that change places': [
    (database) => {
      const row = accepted(database);
      const next = rowOf(database, 'stream = ? AND revision = ?', row.stream, row.revision + 1);
      swapRows(database, row, next);
    },
    'out_of_order',
  ],
  'the end of the log that is gone': [
    (database) =>
      rowsOf(database)
        .slice(-2)
        .forEach((row) => dropRow(database, row)),
    'log_behind',
  ],
  'all of the log that is gone': [(database) => database.exec('DELETE FROM events'), 'log_behind'],
};

/** Makes every log a long one. */
const LONG: Overrides = { startVerifyEventsMax: 10 };

const open = async (dataDir: string, overrides: Overrides = {}) =>
  openCore(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), () => undefined, quickMakers(), {
    writers: 'here',
    ...overrides,
  });

const checkpoints = (folder: string) =>
  tamperWith(folder, 'read', (database) =>
    database.prepare('SELECT name, position FROM checkpoints ORDER BY name').all(),
  );

for (const [name, [damage, reason]] of Object.entries(damages)) {
  test(`a start refuses ${name}`, async (t) => {
    const folder = copyOf(t, fresh);
    tamperWith(folder, 'log', damage);
    const before = checkpoints(folder);
    const fault = await t.throwsAsync<Fault>(open(folder));
    t.is(fault.code, 'corrupt');
    t.is(fault.detail['reason'], reason, fault.message);
    t.deepEqual(checkpoints(folder), before, 'nothing was built on it');
  });
}

test('a process that must not start says why, and ends with a code that tells', async (t) => {
  const folder = copyOf(t, fresh);
  const { seq, stream } = tamperWith(folder, 'log', (database) => {
    flipped('data', 40)(database);
    return accepted(database);
  });
  const ended = await runToolIn('serve', folder, { PORT: '0', LOG_LEVEL: 'info' });
  t.is(ended.status, 1);
  t.is(ended.stdout, '', 'it never listened');
  t.true(
    ended.stderr.startsWith(`cannot start: the log is damaged: FrameScored at ${stream}, revision `),
    ended.stderr,
  );
  t.true(ended.stderr.includes(`0000-${String(seq).padStart(12, '0')}: it differs from the event written here`));
});

test('a start checks the whole of a log, and what is new of one that is long', async (t) => {
  const folder = copyOf(t, verified);
  tamperWith(folder, 'log', flipped('data', 40));
  await t.throwsAsync(open(folder), { code: 'corrupt', message: /it differs from the event written here/ });
  const core = await open(folder, LONG);
  t.pass('old damage is found in the background');
  await core.close();
});

test('a start refuses a damaged log whatever else is away', async (t) => {
  const folder = copyOf(t, fresh);
  tamperWith(folder, 'log', lastOfJob);
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', KAFKA_BROKERS: '127.0.0.1:1' });
  await t.throwsAsync(
    openCore(config, () => undefined),
    { name: 'Fault', message: /the log/ },
  );
});

test('sabotage: on a feed that cannot tell gaps a start takes a log without the end of a stream', async (t) => {
  const folder = copyOf(t, fresh);
  tamperWith(folder, 'log', lastOfJob);
  const system = createSystem({ logLevel: 'silent' });
  const stores = await openStores(readConfig({ DATA_DIR: folder }), system, () => undefined);
  const { isNext: _, ...feed } = stores.feed;
  const signer = createSigner();
  await t.notThrowsAsync(checkLog({ stores: { ...stores, feed }, codec: createEventCodec(), signer, system }));
  await stores.close();
});

type Health = {
  readonly ok: boolean;
  readonly log: {
    readonly proving: boolean;
    readonly head: string;
    readonly verifiedTo: string;
    readonly fault: string | null;
  };
};

const health = (answer: HttpAnswer): Health => answer.body as unknown as Health;

test('a sound log is verified to its end, and all is open', async (t) => {
  const service = await givenService(t, { dataDir: copyOf(t, verified) });
  const client = await service.client('alice');
  const ready = await client.get('/health/ready');
  t.is(ready.status, 200);
  const { head, verifiedTo, fault } = health(ready).log;
  t.deepEqual({ verifiedTo, fault }, { verifiedTo: head, fault: null });
  t.is((await client.post('image/generate', { prompt: 'a heron', confirm: true })).status, 200);
});

const VIDEO = { title: 'Herons', prompt: 'a heron', duration: 5 };

/** A call of each operation of class Spend that would be taken if the log were sound. */
const spending = ({
  film,
  planId,
  projectId,
  manifestHash,
}: Planned): Readonly<Record<string, readonly [string, object]>> => ({
  generateStoryboardImages: [
    `${film}/storyboard-images/generate`,
    { expectedExecutionManifestArtifactHash: manifestHash },
  ],
  generatePlan: [`production/plans/${planId}/generate`, { confirm: true }],
  repairPhotoSequence: [`${film}/photo-sequences/${planId}/repair`, { confirm: true }],
  generateImage: ['image/generate', { prompt: 'a heron' }],
  generateStoryboardBatch: ['image/storyboard-batch', { projectId, prompt: 'herons', count: 1 }],
  makeMusic: ['music', { prompt: 'calm' }],
  generateMusic: ['music/generate', { prompt: 'calm' }],
  makeSpeech: ['audio/tts', { text: 'A heron.' }],
  makeSpeechByLegacyPath: ['tts', { text: 'A heron.' }],
  createVideoJob: ['video/create-job', VIDEO],
  createVideo: ['video/create', VIDEO],
  startVideo: ['video/start', VIDEO],
  orchestrateVideo: ['video/orchestrate', VIDEO],
  createCommerceVideo: ['commerce/videos', { trigger: 'cross_sell', product: { title: 'Binoculars' } }],
});

/** The service on a long log that was damaged before its mark, as soon as that was found. */
const givenFound = async (t: ExecutionContext, damage: Damage, said: RegExp) => {
  const dataDir = copyOf(t, verified);
  tamperWith(dataDir, 'log', damage);
  const client = await (await givenService(t, { dataDir, makers: mediaMakers(), ...LONG })).client('carol');
  const found = async (): Promise<string> => health(await client.get('/health/ready')).log.fault ?? '';
  await eventually('the damage is found', async () => (await found()) !== '');
  t.is((await client.get('/health/ready')).status, 503);
  t.regex(await found(), said);
  return client;
};

test('damage before the mark of a long log: red, paid work is refused, all else goes on', async (t) => {
  const client = await givenFound(t, flipped('data', 40), /it differs from the event written here/);
  const planned = await planProject(client, await createProject(client, ['a heron']));
  t.is((await client.get('credits/summary')).status, 200);
  t.is((await client.get('projects')).status, 200);
  await refusesToSpend(t, client, planned);
  const { credits } = (await client.get('credits/summary')).body as { readonly credits: { readonly held: number } };
  t.is(credits.held, 0);
});

test('another history before the mark of a long log: nothing at all is believed or paid', async (t) => {
  const swapped: Damage = (database) => {
    const rows = rowsOf(database);
    const index = rows.findIndex((row, i) => i > 20 && row.stream !== rows[i + 1]?.stream);
    swapRows(database, rows[index] as Row, rows[index + 1] as Row);
  };
  const client = await givenFound(t, swapped, /up to here the log is not the one that was sealed/);
  for (const path of ['credits/summary', 'ledger/entries', 'projects', 'jobs', 'workspaces']) {
    t.like(await client.get(path), { status: 503, body: { code: 'log_corrupt' } }, path);
  }
  const body = { prompt: 'a heron', confirm: true };
  t.like(await client.post('image/generate', body), { status: 503, body: { code: 'log_corrupt' } });
});

test('a long log is checked as a whole before anything is paid', async (t) => {
  const dataDir = copyOf(t, verified);
  const { promise: seen, resolve: letOn } = Promise.withResolvers<void>();
  const held = (core: Core): Core => ({
    ...core,
    log: { ...core.log, prove: async (signal) => seen.then(async () => core.log.prove(signal)) },
  });
  const client = await (await givenService(t, { dataDir, ...LONG, doctor: held })).client('carol');
  const ready = async (): Promise<Health> => health(await client.get('/health/ready'));
  await eventually('the check of the start is made', async () => (await ready()).log.proving);
  const body = { prompt: 'a heron', confirm: true };
  const early = await client.post('image/generate', body);
  t.like(early, { status: 503, body: { code: 'service_unavailable', noCreditsSpent: true } });
  t.is((await client.get('credits/summary')).status, 200);
  letOn();
  await eventually('it was checked', async () => !(await ready()).log.proving);
  t.is((await client.post('image/generate', body)).status, 200);
});

test('an orderly stop seals all that it leaves', async (t) => {
  const dataDir = copyOf(t, verified);
  const service = await givenService(t, { dataDir });
  await createProject(await service.client('carol'), ['a heron']);
  const head = await service.core.stores.feed.head();
  await service.stop();
  const marks = checkpoints(dataDir).filter(({ name }) => name === 'log-verified');
  t.like(marks, [{ position: head }]);
});

const refusesToSpend = async (
  t: ExecutionContext,
  client: Awaited<ReturnType<Awaited<ReturnType<typeof givenService>>['client']>>,
  planned: Planned,
): Promise<void> => {
  const calls = spending(planned);
  const declared = operations.filter(({ authority }) => authority === 'Spend').map(({ operationId }) => operationId);
  t.deepEqual(Object.keys(calls).toSorted(), declared.toSorted(), 'every operation that spends is tried');
  for (const [operationId, [path, body]] of Object.entries(calls)) {
    const { status, body: answer } = await client.post(path, body, { 'idempotency-key': operationId });
    t.like(
      { status, ...answer },
      { status: 503, code: 'log_corrupt', noCreditsSpent: true, no_credits_spent: true },
      operationId,
    );
  }
};
