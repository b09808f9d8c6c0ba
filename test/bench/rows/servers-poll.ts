/** Polls of a finished job, read models in MongoDB, against Koa that checks the token and finds the same document. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from '../../../src/adapters/jose/local-issuer.ts';
import { openLoad, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, interleaved } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startBareKoa, startService } from '../support/server.ts';
import { withServers } from '../support/servers.ts';
import { openStudio } from '../support/studio.ts';
import { finishJob } from './poll.ts';

const CONNECTIONS = 32;
const WHAT =
  'polls of a finished job of 24 frames, read models in MongoDB, ' +
  'against Koa that checks an EdDSA token and finds the same document';

export const serversPoll: Benchmark = {
  name: 'servers-poll',
  run: async ({ quick }) =>
    withServers(WHAT, ['mongodb'], async ({ mongodb: url }) =>
      withScratch(async (folder) => {
        const dataDir = join(folder, 'data');
        const database = `bench-${randomUUID()}`;
        const env = { MONGODB_URL: url, MONGODB_DATABASE: database };
        const studio = await openStudio(dataDir, instantMakers(false), env);
        const { token, path } = await finishJob(studio, 'alice');
        const jwks = await studio.jwks();
        await studio.caughtUp();
        const collection = `documents.${studio.core.readModels.collection('job')}`;
        await studio.close();
        const request = requestBytes('GET', path, token);

        const service = await startService(dataDir, env);
        const load = await openLoad(service.origin, CONNECTIONS, 200);
        const { body } = await load.one(request);
        const key = { JWKS: jwks, ISSUER: LOCAL_ISSUER, AUDIENCE: LOCAL_AUDIENCE };
        const document = { ...env, COLLECTION: collection, DOCUMENT: path.slice(path.lastIndexOf('/') + 1) };
        const bare = await startBareKoa({ ...key, ...document, STATUS: '200' });
        const bareLoad = await openLoad(bare.origin, CONNECTIONS, 200);
        const found = await bareLoad.one(request);

        const ms = quick ? 300 : 2_000;
        const { ratio, ours, baseline } = await interleaved(
          quick ? 3 : 7,
          async () => load.forTime(ms, () => request),
          async () => bareLoad.forTime(ms, () => request),
        );
        for (const open of [load, bareLoad]) open.close();
        await Promise.all([service.stop(), bare.stop()]);
        const client = new MongoClient(url);
        await client.db(database).dropDatabase();
        await client.close();
        const bytes = { 'bytes of an answer': body.length, 'bytes of the document': found.body.length };
        const figures = { 'requests/s': ours, 'baseline requests/s': baseline, ...bytes };
        return [{ what: WHAT, bound: { atLeast: 1 }, value: ratio, unit: 'x', figures }];
      }),
    ),
};
