/**
 * The service as separate processes on EventStoreDB, MongoDB, Kafka and S3: the story of the business.
 * `test/faults/servers-storm.test.ts` kills two of each role, and its servers, under load.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openIssuer } from '../../src/main/open-tokens.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { createSystem } from '../../src/main/system.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { assertRunning, type Fleet, ONE_ROLE_EACH, startFleet, untilReady } from '../support/service/fleet.ts';
import { createClient } from '../support/http/http-client.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { ALL_SCOPES } from '../support/service/real-service.ts';
import {
  auditInFull,
  balancesPublished,
  balancesShown,
  ledgerEntries,
  openReader,
  promisesAtRest,
  untilAtRest,
} from '../support/servers/at-rest.ts';
import { givenServers } from '../support/servers/environment.ts';
import { requireServer } from '../support/servers/require.ts';
import { createSplitClient } from '../support/service/split-client.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { tellStory } from '../system/story.ts';

const CALL_MS = 200;
/** Long beside what a busy machine takes for a renewal. */
const LEASE_MS = 2_000;
/** Lost sessions of groups, leases and the grace of the supervisor, several times over. */
const GIVE_UP_MS = 90_000;

/** The state of each process: its name, its readiness, and the backlog of its role. */
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

/** One character of one job's document is another. */
const withOneFlaw = (documents: DocumentStore): DocumentStore => ({
  ...documents,
  scan: async function* scan<D>(collection: string) {
    let isFirst = collection.startsWith('job');
    for await (const document of documents.scan<D>(collection)) {
      yield isFirst ? { ...document, body: { ...document.body, status: 'lost' } } : document;
      isFirst = false;
    }
  },
});

const kafka = requireServer(test, 'kafka');
const mongodb = requireServer(test, 'mongodb');
const s3 = requireServer(test, 's3');

if (kafka !== undefined && mongodb !== undefined && s3 !== undefined) {
  test.serial('each role in processes of its own: the story, and every promise at rest', async (t) => {
    t.timeout(300_000);
    const { env } = await givenServers(t, { kafka, mongodb, s3 });
    const dataDir = join(tempFolder(t), 'data');
    const reader = await openReader(t, { dataDir, env });
    const since = { position: await reader.stores.feed.head() };
    const issuer = await openIssuer(dataDir, createSystem({ logLevel: 'silent' }));
    const run = `client-${randomUUID().slice(0, 8)}`;
    const tokenOf = async (sub: string): Promise<string> => issuer.issueToken({ sub, scope: ALL_SCOPES });
    const fleet = await startFleet(t, { places: ONE_ROLE_EACH, dataDir, env, leaseMs: LEASE_MS, callMs: CALL_MS });
    await tellsItsLag(t, fleet);
    await shareShards(fleet);

    const token = await tokenOf(`${run}-teller`);
    const [first = '', second = ''] = fleet.addresses();
    t.not(first, second);
    const me = createSplitClient(createClient(first, token), createClient(second, token));
    const story = await tellStory(first, token, me);
    const asked = fleet.calls().map(({ attemptKey }) => attemptKey);
    t.true(asked.length >= 5);
    t.is(new Set(asked).size, asked.length, 'two dispatchers never ask for the same picture');

    await untilAtRest(reader, since, GIVE_UP_MS);
    await tellsItsLag(t, fleet);
    assertRunning(fleet);

    const told = story.jobIds;
    const { broken, ...rested } = await promisesAtRest(reader, since, { calls: fleet.calls(), told });
    t.deepEqual(broken, []);
    const report = await auditInFull(reader);
    t.deepEqual(report.findings, []);
    t.like(report.totals, { full: true });
    const published = await balancesPublished(reader, ledgerEntries(await wholeLog(reader)), GIVE_UP_MS);
    t.deepEqual(published, await balancesShown(reader));
    await fleet.stop();

    // The sabotages: what would have been found.
    const [job = ''] = told;
    const lost = rested.events.filter(({ stream }) => !stream.endsWith(job));
    t.true(brokenPromises({ ...rested, events: lost }).includes(`a client was told of ${job}, which is lost`));
    const twice = rested.events.filter(({ type }) => type === 'TaskRendered').slice(0, 1);
    t.regex(brokenPromises({ ...rested, events: [...rested.events, ...twice] }).join(), /was rendered twice/);
    t.false((await auditInFull(reader, withOneFlaw)).ok);
  });
}
