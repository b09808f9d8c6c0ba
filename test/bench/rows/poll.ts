/** Polls of a finished job with its evidence: always the whole answer, as a client without an ETag gets it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from '../../../src/adapters/jose/local-issuer.ts';
import { openLoad, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, interleaved } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startBareKoa, startService } from '../support/server.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const CONNECTIONS = 32;
const FRAMES = 24;

/** The cost of a poll of a finished job. */
export type Poll = { readonly token: string; readonly path: string };

export const finishJob = async (studio: Studio, sub: string): Promise<Poll> => {
  const { token, caller } = await studio.person(sub);
  const { projectId, start } = await studio.planJob(caller, FRAMES);
  const jobId = await start();
  await studio.finished(jobId);
  return { token, path: `/api/v1/projects/${projectId}/film-intelligence/jobs/${jobId}` };
};

export const polls: Benchmark = {
  name: 'poll',
  run: async ({ quick }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const studio = await openStudio(dataDir, instantMakers(false));
      const { token, path } = await finishJob(studio, 'alice');
      const jwks = await studio.jwks();
      await studio.caughtUp();
      await studio.close();
      const request = requestBytes('GET', path, token);

      const service = await startService(dataDir);
      const load = await openLoad(service.origin, CONNECTIONS, 200);
      const { body } = await load.one(request);
      const answerFile = join(folder, 'answer.json');
      await writeFile(answerFile, body);
      const key = { JWKS: jwks, ISSUER: LOCAL_ISSUER, AUDIENCE: LOCAL_AUDIENCE };
      const bare = await startBareKoa({ ...key, ANSWER_FILE: answerFile, STATUS: '200' });
      const bareLoad = await openLoad(bare.origin, CONNECTIONS, 200);

      const ms = quick ? 300 : 2_000;
      const { ratio, ours, baseline } = await interleaved(
        quick ? 3 : 7,
        async () => load.forTime(ms, () => request),
        async () => bareLoad.forTime(ms, () => request),
      );
      for (const open of [load, bareLoad]) open.close();
      await Promise.all([service.stop(), bare.stop()]);
      const figures = { 'requests/s': ours, 'baseline requests/s': baseline, 'bytes of an answer': body.length };
      const what = `polls of a finished job of ${FRAMES} frames with evidence, against Koa that checks an EdDSA token`;
      return [{ what, bound: { atLeast: 1 }, value: ratio, unit: 'x', figures }];
    }),
};
