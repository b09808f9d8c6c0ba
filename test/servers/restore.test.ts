/**
 * Yesterday's log under today's MongoDB and Kafka: refused by every start,
 * confirmed by an operator, and then neither documents nor topics hold anything that is gone.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Kafka, logLevel } from 'kafkajs';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { spawnEventStoreDouble } from '../support/event-store-double/spawn.ts';
import { givenService } from '../support/service/real-service.ts';
import { auditInFull, balancesPublished, balancesShown, ledgerEntries } from '../support/servers/at-rest.ts';
import { givenServers } from '../support/servers/environment.ts';
import { requireServer } from '../support/servers/require.ts';
import { createProject, generated, givenPlanned } from '../support/service/storyboard-calls.ts';
import { ROOT } from '../support/process/main-program.ts';
import { runProgram } from '../support/process/run-program.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';

const PATIENCE_MS = 60_000;
const START_EPOCH = 'src/main/start-epoch.ts';
const CREATE_TOPICS = 'infra/kafka/create-topics.ts';

type Environment = Readonly<Record<string, string>>;

/** A script's one line of JSON, whatever its exit code. */
const told = async (script: string, env: Environment, ...args: readonly string[]): Promise<unknown> => {
  const options = { cwd: ROOT, env: { ...env, LOG_LEVEL: 'silent' } };
  const { stdout } = await runProgram(process.execPath, [join(ROOT, script), '--json', ...args], options);
  return JSON.parse(stdout) as unknown;
};

/** A log of its own, in a file that can be copied while it is closed. */
const givenLog = async (t: ExecutionContext) => {
  const folder = tempFolder(t);
  const [data, backup] = [join(folder, 'log.sqlite'), join(folder, 'backup.sqlite')];
  const endings = ['', '-wal', '-shm'];
  const double = await spawnEventStoreDouble(t, { data });
  const atRest = async (work: () => void): Promise<void> => {
    await double.kill();
    work();
    await double.start();
  };
  const copy = (from: string, to: string): void => {
    for (const ending of endings) rmSync(to + ending, { force: true });
    for (const ending of endings.slice(0, 2)) copyIfThere(from + ending, to + ending);
  };
  return {
    url: double.url,
    backUp: async () => atRest(() => copy(data, backup)),
    restore: async () => atRest(() => copy(backup, data)),
  };
};

const copyIfThere = (from: string, to: string): void => {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

const deleteTopics = async (env: Environment): Promise<void> => {
  const brokers = (env['KAFKA_BROKERS'] ?? '').split(',');
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const own = (await admin.listTopics()).filter((topic) => topic.startsWith(env['KAFKA_PREFIX'] ?? 'none'));
  await admin.deleteTopics({ topics: own });
  await eventually('they are gone', async () => {
    const left = await admin.listTopics();
    return own.length > 0 && own.every((topic) => !left.includes(topic));
  });
  await admin.disconnect();
};

const projectsOf = async (client: Client): Promise<readonly string[]> =>
  ((await client.get('projects')).body['projects'] as readonly { readonly id: string }[]).map(({ id }) => id);

const kafka = requireServer(test, 'kafka');
const mongodb = requireServer(test, 'mongodb');

if (kafka !== undefined && mongodb !== undefined) {
  test('an older log is refused until an epoch is confirmed; then nothing shows what is gone', async (t) => {
    const log = await givenLog(t);
    const { env: others } = await givenServers(t, { kafka, mongodb });
    const dataDir = join(tempFolder(t), 'data');
    const env = { ...others, EVENTSTOREDB_URL: log.url };
    const first = await givenService(t, { dataDir, env });
    const kept = await createProject(await first.client(), ['a quay']);
    await untilNothingIsOwed(first.core, PATIENCE_MS);
    await first.stop();
    await log.backUp();

    const second = await givenService(t, { dataDir, env });
    const client = await second.client();
    const planned = await givenPlanned(client, ['a coin']);
    await generated(client, planned, { key: 'k' });
    await untilNothingIsOwed(second.core, PATIENCE_MS);
    const position = await second.core.stores.feed.head();
    const entries = ledgerEntries(await wholeLog(second.core));
    await balancesPublished(second.core, entries, PATIENCE_MS);
    await second.stop();

    await log.restore();
    const start = async () => givenService(t, { dataDir, env });
    await t.throwsAsync(start(), { code: 'corrupt', message: /^the log ends at .* has seen it at/ });
    const answer = await told(START_EPOCH, { ...env, DATA_DIR: dataDir }, '--reason', 'a test', '--confirm');
    t.like(answer, { started: true, epoch: 0, next: 1 });
    const { ahead } = answer as { readonly ahead: readonly { readonly witness: string }[] };
    t.true(
      ahead.some(({ witness }) => witness === 'the relay'),
      'the topics have seen more, too',
    );
    await deleteTopics(env);
    t.like(await told(CREATE_TOPICS, { ...env, DATA_DIR: dataDir }), { ok: true });

    const third = await start();
    const again = await third.client();
    t.deepEqual(await projectsOf(again), [kept]);
    t.is((await again.get(`projects/${planned.projectId}`)).status, 404);
    const anew = await givenPlanned(again, ['a new coin']);
    const { job } = await generated(again, anew, { key: 'k' });
    t.like(job, { status: 'completed', chargedCredits: 1 });
    await untilNothingIsOwed(third.core, PATIENCE_MS);
    t.true((await third.core.stores.feed.head()) > position);
    t.like(await auditInFull(third.core), { ok: true, findings: [] });
    const now = ledgerEntries(await wholeLog(third.core));
    t.deepEqual(await balancesPublished(third.core, now, PATIENCE_MS), await balancesShown(third.core));
  });
}
