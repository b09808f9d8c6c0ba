/**
 * The service in processes of three roles each, on three brokers, a replica set of three, S3 and EventStoreDB's double.
 * Each server is behind Toxiproxy. While all is calm, the story of the business is told. Its caller reads at one
 * process what it wrote at another. Then troubles befall servers, connections and processes while clients work. All of
 * them heal by themselves, and every promise is kept. `FAULT_SECONDS`: how long the storm lasts, 60 unless stated, and
 * until each kind of victim was struck; `FAULT_SEED`: which storm.
 */
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openIssuer } from '../../src/main/open-tokens.ts';
import { createSystem } from '../../src/main/system.ts';
import { startCrowd } from '../support/service/crowd.ts';
import { assertRunning, type Fleet, startFleet, TWO_OF_EACH_ROLE, untilReady } from '../support/service/fleet.ts';
import { promisesAtRest } from '../support/service/promises-at-rest.ts';
import { jobsByKind } from '../support/service/promises.ts';
import { outputsThatAreNotWhole } from '../support/service/whole-outputs.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import { createClient } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { createRandom } from '../support/kernel/seeded-random.ts';
import {
  auditInFull,
  balancesPublished,
  balancesShown,
  ledgerEntries,
  openReader,
  untilAtRest,
} from '../support/servers/at-rest.ts';
import { givenServers } from '../support/servers/environment.ts';
import { startProxiedKafka, startProxiedMongo } from '../support/servers/proxied-clusters.ts';
import { requirePrograms } from '../support/servers/require.ts';
import { startS3 } from '../support/servers/s3.ts';
import { startToxiproxy } from '../support/servers/toxiproxy.ts';
import {
  doubleAnswers,
  doubleTroubles,
  fleetTroubles,
  kafkaTroubles,
  mongoTroubles,
  s3Troubles,
  storm,
  type Troubles,
} from '../support/servers/troubles.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { createSplitClient } from '../support/service/split-client.ts';
import { tellStory } from '../system/story.ts';

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 60);
const SEED = Number(process.env['FAULT_SEED'] ?? 1);
const CLIENTS = 4;
/** The first lives of four clients. */
const MIXED = ['storyboard', 'video', 'speech', 'music'] as const;
const CALL_MS = 200;
/** Long beside what a busy machine takes for a renewal. */
const LEASE_MS = 2_000;
/** The wait of a client for one answer: longer than the deadlines of single calls to servers. */
const PATIENCE_MS = 15_000;
/** Elections, lost sessions, reconnections and back-off, several times over. */
const GIVE_UP_MS = 120_000;
/** The longest outlasts the sessions of groups, and every lease. */
const LENGTHS_MS = SECONDS < 60 ? [300, 1_000, 3_000] : [300, 1_000, 3_000, 6_000, 15_000];

type World = { readonly env: Readonly<Record<string, string>>; readonly troubles: readonly Troubles[] };

const givenWorld = async (t: ExecutionContext): Promise<World> => {
  const toxiproxy = await startToxiproxy(t);
  const [kafka, mongo, s3] = await Promise.all([
    startProxiedKafka(t, toxiproxy),
    startProxiedMongo(t, toxiproxy),
    startS3(t),
  ]);
  const objects = await toxiproxy.proxy(`127.0.0.1:${s3.port}`);
  const { env, double } = await givenServers(t, { kafka: kafka.url, mongodb: mongo.url, s3: s3.url });
  const troubles = [kafkaTroubles(kafka), mongoTroubles(mongo), s3Troubles(objects)];
  const proxied = { ...env, S3_ENDPOINT: `http://${objects.listen}` };
  if (double === undefined) {
    t.log('NOT CHECKED: troubles of EventStoreDB: one was given, and is not touched');
    return { env: proxied, troubles };
  }
  const log = await toxiproxy.proxy(`127.0.0.1:${double.port}`);
  return {
    env: { ...proxied, EVENTSTOREDB_URL: double.url.replace(`127.0.0.1:${double.port}`, log.listen) },
    troubles: [...troubles, doubleTroubles(double, log), doubleAnswers(double, log)],
  };
};

/** The state of each process: its readiness, and the backlog of its roles. */
const tellsItsLag = async (t: ExecutionContext, fleet: Fleet): Promise<void> => {
  const seen = await untilReady(fleet, GIVE_UP_MS);
  for (const [index, { name, roles }] of fleet.places.entries()) t.deepEqual(seen[index]?.roles, roles, name);
};

/** Every shard of the read models has one writer. */
const shareShards = async (fleet: Fleet): Promise<void> =>
  eventually(
    'each shard is held by one projector, and both hold some',
    async () => {
      const seen = await Promise.all(fleet.of('projector').map(async ({ readiness }) => readiness()));
      const held = seen.map((one) => (one?.readModels.shards ?? []).filter((shard) => shard.held));
      const names = held.flat().map(({ shard }) => shard);
      const all = seen[0]?.readModels.shards?.length ?? 0;
      return all > 1 && held.every(({ length }) => length > 0) && names.length === all && new Set(names).size === all;
    },
    GIVE_UP_MS,
  );

/** The jobs that it told of. */
const storyInCalm = async (t: ExecutionContext, fleet: Fleet, token: string): Promise<readonly string[]> => {
  const [first = '', second = ''] = fleet.addresses();
  t.not(first, second);
  const me = createSplitClient(createClient(first, token), createClient(second, token));
  const { jobIds } = await tellStory(first, token, me);
  const asked = fleet.calls().map(({ attemptKey }) => attemptKey);
  t.true(asked.length >= 5);
  t.is(new Set(asked).size, asked.length, 'two dispatchers never ask for the same picture');
  return jobIds;
};

if (requirePrograms(test, 'kafka', 'mongodb', 's3', 'toxiproxy') !== undefined) {
  test('every promise is kept in any trouble of servers, connections and processes', async (t) => {
    t.timeout((SECONDS + 420) * 1_000);
    const begun = performance.now();
    const tell = (what: string): void => t.log(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${what}`);
    tell(`seed ${SEED}, ${SECONDS} seconds`);
    const random = createRandom(SEED);
    const { env, troubles } = await givenWorld(t);
    const dataDir = join(tempFolder(t), 'data');
    const reader = await openReader(t, { dataDir, env });
    const since = { position: await reader.stores.feed.head() };
    const fleet = await startFleet(t, { places: TWO_OF_EACH_ROLE, dataDir, env, leaseMs: LEASE_MS, callMs: CALL_MS });
    await tellsItsLag(t, fleet);
    await shareShards(fleet);
    tell('all are ready');

    const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
    const tokenOf = async (sub: string): Promise<string> => issuer.issueToken({ sub, scope: ALL_SCOPES });
    const toldInCalm = await storyInCalm(t, fleet, await tokenOf(`teller-${Date.now()}`));
    tell('the story is told');
    const calm = new AbortController();
    const crowd = startCrowd({
      clients: CLIENTS,
      random,
      addresses: fleet.addresses,
      tokenOf,
      name: `storm-${Date.now()}`,
      patienceMs: PATIENCE_MS,
      giveUpMs: GIVE_UP_MS,
      calm: calm.signal,
    });
    await storm([...troubles, fleetTroubles(fleet)], {
      random: random.fork('troubles'),
      until: AbortSignal.timeout(SECONDS * 1_000),
      lengthsMs: LENGTHS_MS,
      healed: (what) => {
        tell(what);
        assertRunning(fleet);
      },
    }).finally(() => calm.abort());
    await crowd.done;
    tell('the last client has gone');
    t.true(crowd.lives() >= CLIENTS, 'there was load');
    await tellsItsLag(t, fleet);
    await untilAtRest(reader, since, GIVE_UP_MS);
    tell('all is done');
    assertRunning(fleet);

    const told = [...toldInCalm, ...crowd.told];
    const { broken, events, calls } = await promisesAtRest(reader, { calls: fleet.calls(), told, since });
    t.deepEqual(broken, []);
    t.deepEqual(await outputsThatAreNotWhole(reader, events), []);
    const kinds = jobsByKind(events);
    for (const kind of MIXED) t.true((kinds[kind] ?? 0) > 0, `there are jobs of ${kind}`);
    const { findings, totals } = await auditInFull(reader);
    t.deepEqual(findings, []);
    t.like(totals, { full: true });
    t.deepEqual(
      await balancesPublished(reader, ledgerEntries(await wholeLog(reader)), GIVE_UP_MS),
      await balancesShown(reader),
    );
    tell(`${crowd.lives()} lives, jobs ${JSON.stringify(kinds)}, ${events.length} events, ${calls.length} calls`);
    await fleet.stop();
  });
}
