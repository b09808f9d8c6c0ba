/**
 * A projector folds all read models of 64 jobs of 24 frames into MongoDB, against the least work without folding: one
 * guarded upsert for each event, 500 in a bulk.
 */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openMongoDocuments } from '../../../src/adapters/mongo/open-document-store.ts';
import { runProjections } from '../../../src/application/read-models/run-projection.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { projections } from '../../../projections/registry.ts';
import { type JobLog, writeJobLog } from '../support/job-log.ts';
import { type Benchmark, interleaved, ratioRow } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { withServers } from '../support/servers.ts';

const JOBS = 64;
const FRAMES = 24;
const BULK_EVENTS = 500;
const WHAT = `read models of ${JOBS} jobs of ${FRAMES} frames into MongoDB, against bare guarded upserts, one an event`;

export const serversProjection: Benchmark = {
  name: 'servers-projection',
  run: async ({ quick, tell }) =>
    withServers(WHAT, ['mongodb'], async ({ mongodb: url }) =>
      withScratch(async (folder) => {
        tell('making jobs');
        const log = await writeJobLog(folder, quick ? 16 : JOBS, FRAMES);
        const client = new MongoClient(url, { writeConcern: { w: 'majority', journal: true } });
        const compared = await interleaved(
          quick ? 2 : 5,
          async () => inDatabase(client, async (database) => projected(log, url, database)),
          async () => inDatabase(client, async (database) => upserted(log, client, database)),
        );
        await client.close();
        await log.close();
        const row = { what: WHAT, bound: { atLeast: 1 } };
        return [ratioRow(row, compared, 'events/s', { events: log.events.length })];
      }),
    ),
};

const inDatabase = async <T>(client: MongoClient, work: (name: string) => Promise<T>): Promise<T> => {
  const name = `bench-${randomUUID()}`;
  try {
    return await work(name);
  } finally {
    await client.db(name).dropDatabase();
  }
};

/** Events a second, from when the feed gives the first one until all are in the documents. */
const projected = async ({ feed, events }: JobLog, url: string, database: string): Promise<number> => {
  const system = createSystem({ logLevel: 'warn' });
  const shards = limits.projectorShardsServers;
  const documents = openMongoDocuments({ url, database, ...system });
  const go = Promise.withResolvers<void>();
  const deps = { feed: held(feed, go.promise), documents, codec: createEventCodec(), projections, ...system };
  const runner = await runProjections({ ...deps, shards, member: database });
  const { readModels } = runner;
  const isReady = (): boolean =>
    projections.every(({ name }) => runner.holds(name).size === readModels.positions(name).length);
  while (!isReady()) await system.timers.sleep(10);

  const head = await feed.head();
  const start = performance.now();
  go.resolve();
  // No reader waits for it, as a rule: it stores by its own timers.
  while (readModels.position() < head) await system.timers.sleep(2);
  const seconds = (performance.now() - start) / 1_000;
  await runner.close();
  await documents.close();
  return events.length / seconds;
};

/** The same feed, which gives nothing before it may. */
const held = (feed: EventFeed, go: Promise<void>): EventFeed => ({
  ...feed,
  subscribe: async function* (position, options) {
    await go;
    yield* feed.subscribe(position, options);
  },
});

const upserted = async ({ events }: JobLog, client: MongoClient, database: string): Promise<number> => {
  const collection = client.db(database).collection<Upserted>('documents');
  await collection.createIndex({ owner: 1 });
  const start = performance.now();
  for (let from = 0; from < events.length; from += BULK_EVENTS) {
    const updates = events.slice(from, from + BULK_EVENTS).map(({ stream, position, data, metadata }) => {
      const { workspaceId: owner = '' } = JSON.parse(metadata) as { workspaceId?: string };
      const filter = { _id: stream, position: { $lt: position } };
      return { updateOne: { filter, update: { $set: { owner, position, text: data } }, upsert: true } };
    });
    await collection.bulkWrite(updates, { ordered: false });
  }
  return (events.length * 1_000) / (performance.now() - start);
};

type Upserted = {
  readonly _id: string;
  readonly owner: string;
  readonly position: string;
  readonly text: string;
};
