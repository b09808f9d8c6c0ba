/**
 * Polls of a finished job with its evidence: always the whole answer, as a client without an ETag gets it. The baseline
 * is a Koa that checks the token. It answers the same bytes, or finds the same document in MongoDB.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from '../../../src/adapters/jose/local-issuer.ts';
import { openLoad, requestBytes } from '../support/http-load.ts';
import { type Benchmark, interleaved, ratioRow, type Result } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startBareKoa, startService } from '../support/server.ts';
import { withServers } from '../support/servers.ts';
import { inStudio, type Studio } from '../support/studio.ts';

const CONNECTIONS = 32;
const FRAMES = 24;

type Environment = Readonly<Record<string, string>>;

/** The poll of a finished job. */
type Poll = { readonly token: string; readonly path: string; readonly jobId: string };

export const finishJob = async (studio: Studio, sub: string): Promise<Poll> => {
  const { token, caller } = await studio.person(sub);
  const { projectId, start } = await studio.planJob(caller, FRAMES);
  const jobId = await start();
  await studio.finished(jobId);
  return { token, path: `/api/v1/projects/${projectId}/film-intelligence/jobs/${jobId}`, jobId };
};

/** `answering`: the environment of the baseline, for an answer of the service. */
const compare = async (
  quick: boolean,
  what: string,
  dataDir: string,
  { env = {}, answering }: { env?: Environment; answering: (answer: Buffer, made: Made) => Promise<Environment> },
): Promise<Result> => {
  const made = await inStudio(dataDir, makeJob, { env });
  const request = requestBytes('GET', made.path, made.token);
  const service = await startService(dataDir, env);
  const load = await openLoad(service.origin, CONNECTIONS, 200);
  const { body } = await load.one(request);
  const key = { JWKS: made.jwks, ISSUER: LOCAL_ISSUER, AUDIENCE: LOCAL_AUDIENCE };
  const bare = await startBareKoa({ ...key, ...(await answering(body, made)), STATUS: '200' });
  const bareLoad = await openLoad(bare.origin, CONNECTIONS, 200);
  const found = await bareLoad.one(request);

  const ms = quick ? 300 : 2_000;
  const compared = await interleaved(
    quick ? 3 : 7,
    async () => load.forTime(ms, () => request),
    async () => bareLoad.forTime(ms, () => request),
  );
  for (const open of [load, bareLoad]) open.close();
  await Promise.all([service.stop(), bare.stop()]);
  const bytes = { 'bytes of an answer': body.length, 'bytes of the baseline': found.body.length };
  return ratioRow({ what, bound: { atLeast: 1 } }, compared, 'requests/s', bytes);
};

const makeJob = async (studio: Studio) => ({
  ...(await finishJob(studio, 'alice')),
  jwks: await studio.jwks(),
  collection: `documents.${studio.core.readModels.collection('job')}`,
});

type Made = Awaited<ReturnType<typeof makeJob>>;

export const polls: Benchmark = {
  name: 'poll',
  run: async ({ quick }) =>
    withScratch(async (folder) => {
      const answering = async (answer: Buffer): Promise<Environment> => {
        const file = join(folder, 'answer.json');
        await writeFile(file, answer);
        return { ANSWER_FILE: file };
      };
      const what = `polls of a finished job of ${FRAMES} frames with evidence, against Koa that checks an EdDSA token`;
      return [await compare(quick, what, join(folder, 'data'), { answering })];
    }),
};

const IN_MONGO =
  `polls of a finished job of ${FRAMES} frames, read models in MongoDB, ` +
  'against Koa that checks an EdDSA token and finds the same document';

export const serversPoll: Benchmark = {
  name: 'servers-poll',
  run: async ({ quick }) =>
    withServers(IN_MONGO, ['mongodb'], async ({ mongodb: url }) =>
      withScratch(async (folder) => {
        const database = `bench-${randomUUID()}`;
        const env = { MONGODB_URL: url, MONGODB_DATABASE: database };
        const answering = async (_: Buffer, { collection, jobId }: Made): Promise<Environment> =>
          Promise.resolve({ ...env, COLLECTION: collection, DOCUMENT: jobId });
        const compared = await compare(quick, IN_MONGO, join(folder, 'data'), { env, answering });
        const client = new MongoClient(url);
        await client.db(database).dropDatabase();
        await client.close();
        return [compared];
      }),
    ),
};
