/**
 * Full disks under the real service and its engines of sound: whatever disk fills, at whatever step, nothing is lost or
 * paid for twice. Errors name the disk, and all goes on as soon as there is room.
 */
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../src/main/config.ts';
import { openCore } from '../../src/main/core.ts';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { type Client, createClient } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import { mainProgram } from '../support/process/main-program.ts';
import { runProgram } from '../support/process/run-program.ts';
import { type ServiceProcess, startProcess } from '../support/process/service-process.ts';
import { givenSmallDisks } from '../support/process/small-disks.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { promisesAtRest } from '../support/service/promises-at-rest.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { outputsThatAreNotWhole } from '../support/service/whole-outputs.ts';

const KiB = 1_024;
const MiB = 1_024 * KiB;
/** Of one minute of words. */
const PRICE = 2;
/** All waits of one attempt for its engine, on a busy machine. */
const PATIENCE_MS = 120_000;

/** The service on disks of its own: one for logs and read models, one for objects, one for scratch folders. */
const given = async (t: ExecutionContext) => {
  const dataDir = join(tempFolder(t), 'data');
  const world = await givenSmallDisks(t, {
    data: { folder: dataDir, bytes: 64 * MiB },
    objects: { folder: join(dataDir, 'objects'), bytes: 8 * MiB },
    scratch: { folder: join(dataDir, 'scratch'), bytes: 8 * MiB },
  });
  if (world === undefined) return undefined;
  const { within, disks, outside, copy } = world;
  const start = async (): Promise<ServiceProcess> =>
    startProcess(t, { dataDir, within, env: { LOG_LEVEL: 'warn', ROLES: 'api,projector,dispatcher,supervisor' } });
  const service = await start();
  const issuer = await openIssuer(outside(dataDir), createSystem({ logLevel: 'silent' }));
  const token = await issuer.issueToken({ sub: 'alice', scope: ALL_SCOPES });
  const clientAt = ({ baseUrl }: ServiceProcess): Client => createClient(baseUrl, token);
  return { ...disks, service, start, clientAt, client: clientAt(service), keepsAll: keepsAll(t, dataDir, copy) };
};

type World = NonNullable<Awaited<ReturnType<typeof given>>>;

/**
 * Holds the log and the objects of a stopped service to the promises. They are in a copy that this process can open.
 */
const keepsAll = (t: ExecutionContext, dataDir: string, copy: (from: string, to: string) => void) => async () => {
  const there = join(tempFolder(t), 'copy');
  copy(dataDir, there);
  const config = readConfig({ DATA_DIR: there, LOG_LEVEL: 'silent', ROLES: 'projector' });
  const core = await openCore(config, (error) => t.fail(String(error)), quickMakers());
  try {
    const { broken, events } = await promisesAtRest(core);
    t.deepEqual(broken, []);
    t.deepEqual(await outputsThatAreNotWhole(core, events), []);
  } finally {
    await core.close();
  }
};

/** Each key has words of its own: content that is stored already needs no room. */
const speak = async (client: Client, key: string) =>
  client.post('audio/tts', { text: `A ship leaves, and its name is ${key}.` }, { 'idempotency-key': key });

/** The call sent again, as its client would, until the key is not held any more. */
const spoken = async (client: Client, key: string) => {
  let answer = await speak(client, key);
  await eventually(
    `${key} is answered`,
    async () => {
      if (answer.status !== 200) answer = await speak(client, key);
      return answer.status === 200;
    },
    PATIENCE_MS,
  );
  return expecting(200, answer);
};

const FULL = 'The storage of the service is full: ask again once there is room';

const readiness = async ({ baseUrl }: ServiceProcess) => {
  const answer = await fetch(new URL('/health/ready', baseUrl));
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Waits for a line of the service that has these words, beyond those that it has said so far. `look`: at each look. */
const hears = ({ output }: ServiceProcess, words: string): ((look?: () => void) => Promise<void>) => {
  const count = (): number => output().split(words).length;
  const before = count();
  return async (look = () => undefined) =>
    eventually(
      `the service says: ${words}`,
      () => {
        look();
        return count() > before;
      },
      PATIENCE_MS,
    );
};

/** Attempts fail by name, the job ends or goes on, and nothing stays. */
const ofScratchFolders = async (t: ExecutionContext, { scratch, service, client }: World): Promise<void> => {
  const [credits, room] = [await availableCredits(client), scratch.freeBytes()];

  // Room for the job, and not for its sound: the child has to say so.
  scratch.fill(40 * KiB);
  const childSays = hears(service, 'no space left on device');
  const song = locationOf(await client.post('music/generate', { prompt: 'a shanty', duration: 2 }));
  await childSays();
  // Room for nothing, nor that of the call before: no child is even started.
  await hears(service, 'the disk of the scratch folder is full')(() => scratch.fill());
  await eventually('the song has failed', async () => (await endOf(client, song)).job.status === 'failed', PATIENCE_MS);
  const { job } = await endOf(client, song);
  t.like(job, { error: { code: 'unavailable' }, chargedCredits: 0, heldCredits: 0 });
  t.regex(job.error?.message ?? '', /full|no space/);
  t.is(await availableCredits(client), credits);

  const again = hears(service, 'the disk of the scratch folder is full');
  const speech = speak(client, 'onward');
  await again(() => scratch.fill());
  t.like(await readiness(service), { status: 503, body: { disks: ['the disk of the scratch folders is full'] } });
  scratch.clear();
  expecting(200, await speech);
  t.is(await availableCredits(client), credits - PRICE);
  await eventually('nothing is left of any call', () => scratch.freeBytes() === room);
};

/** A call is refused and costs nothing, an output waits for room. */
const ofObjects = async (t: ExecutionContext, { objects, service, client }: World): Promise<void> => {
  const credits = await availableCredits(client);

  objects.fill();
  const says = hears(service, 'the disk of the folder of objects is full');
  const refused = expecting(503, await speak(client, 'refused'));
  t.like(refused.body, { code: 'service_unavailable', message: FULL, noCreditsSpent: true });
  await says();
  t.like(await readiness(service), { status: 503, body: { disks: ['the disk of the objects is full'] } });
  t.is(await availableCredits(client), credits);

  // Room for the words of the call, and not for the sound of them.
  objects.clear();
  t.like(await readiness(service), { status: 200, body: { ok: true, disks: [] } }, 'without any call');
  objects.fill(16 * KiB);
  const waits = hears(service, 'the answer of an engine could not be kept');
  const speech = speak(client, 'waits');
  await waits();
  t.is(await availableCredits(client), credits - PRICE, 'held');
  objects.clear();
  expecting(200, await speech);
  await spoken(client, 'refused');
  t.is(await availableCredits(client), credits - 2 * PRICE);
};

/** Calls are refused, reads go on, work waits; a start is refused by name. */
const ofTheLog = async (t: ExecutionContext, world: World): Promise<void> => {
  const { data, scratch, service, start, clientAt, client } = world;
  const [credits, room] = [await availableCredits(client), scratch.freeBytes()];

  data.fill();
  const says = hears(service, 'the disk of the embedded storage is full');
  const refused = expecting(503, await speak(client, 'barred'));
  t.like(refused.body, { code: 'service_unavailable', message: FULL, retry_after_seconds: 30, noCreditsSpent: true });
  t.is(refused.headers['retry-after'], '30');
  const mutate = expecting(503, await client.post('projects', { name: 'the letter' }));
  t.like(mutate.body, { message: FULL, noCreditsSpent: true, no_credits_spent: true });
  await says();
  const red = await readiness(service);
  const disks = ['the disk of the log is full', 'the disk of the read models is full'];
  t.like(red, { status: 503, body: { ok: false, disks, log: { fault: null } } });
  t.is(await availableCredits(client), credits);
  data.clear();
  t.like(await readiness(service), { status: 200, body: { ok: true, disks: [] } }, 'without any call');
  await spoken(client, 'barred');

  const speech = speak(client, 'amid');
  await eventually('a child is at work', () => scratch.freeBytes() < room);
  const waits = hears(service, 'the disk of the embedded storage is full');
  data.fill();
  await waits();
  data.clear();
  // Its answer is in the log or not, as the disk filled before or after.
  await speech;
  await spoken(client, 'amid');
  t.is(await availableCredits(client), credits - 2 * PRICE);

  data.fill();
  await service.kill();
  await t.throwsAsync(start(), { message: /cannot start: cannot open .*log\.sqlite: its disk is full/ });
  data.clear();
  const anew = await start();
  t.is(await availableCredits(clientAt(anew)), credits - 2 * PRICE);
  await spoken(clientAt(anew), 'anew');
  t.is(await anew.stop(), 0);
};

test('a full disk of scratch folders, objects or the log: all goes on, nothing is lost or paid twice', async (t) => {
  t.timeout(480_000);
  const world = await given(t);
  if (world === undefined) return;
  await spoken(world.client, 'calm');
  await ofScratchFolders(t, world);
  await ofObjects(t, world);
  await ofTheLog(t, world);
  await world.keepsAll();
});

test('an audit whose temporary disk is full names that disk, and the variable to change', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const temp = join(tempFolder(t), 'temp');
  t.is(await (await startProcess(t, { dataDir })).stop(), 0);
  const world = await givenSmallDisks(t, { temp: { folder: temp, bytes: 16 * KiB } });
  if (world === undefined) return;
  const [command = '', ...options] = world.within;
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir, TMPDIR: temp };
  const words = [...options, process.execPath, mainProgram('audit'), '--full'];
  const { status, stderr } = await runProgram(command, words, { env });
  t.is(status, 1);
  t.true(stderr.startsWith(`audit: the disk of ${temp} is full, where the audit folds`), stderr);
  t.regex(stderr, /choose another TMPDIR/);
});
