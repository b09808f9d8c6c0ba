/** Generate, answered when the job is durable: each request for a storyboard of its own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from '../../../src/adapters/jose/local-issuer.ts';
import { openLoad, requestBytes } from '../support/http-load.ts';
import { instantMakers } from '../support/makers.ts';
import { interleaved } from '../support/measure.ts';
import type { Benchmark } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startBareKoa, startService } from '../support/server.ts';
import { openStudio } from '../support/studio.ts';
import type { Studio } from '../support/studio.ts';

const CONNECTIONS = 32;
const FRAMES = 8;
/** As many as a workspace may have running at once: nothing finishes them here. */
const JOBS_PER_PERSON = 100;

export const generating: Benchmark = {
  name: 'generate',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const windows = quick ? 2 : 6;
      const perWindow = quick ? 100 : 500;
      const studio = await openStudio(dataDir, instantMakers(false));
      tell('planning storyboards');
      const requests = await planAll(studio, (windows + 1) * perWindow);
      const jwks = await studio.jwks();
      await studio.caughtUp();
      await studio.close();

      const service = await startService(dataDir, { ROLES: 'api' });
      const load = await openLoad(service.origin, CONNECTIONS, 202);
      const answerFile = join(folder, 'answer.json');
      await writeFile(answerFile, JSON.stringify({ ok: true, job: { id: 'job_1', status: 'queued' } }));
      const key = { JWKS: jwks, ISSUER: LOCAL_ISSUER, AUDIENCE: LOCAL_AUDIENCE };
      const bare = await startBareKoa({ ...key, ANSWER_FILE: answerFile, STATUS: '202' });
      const bareLoad = await openLoad(bare.origin, CONNECTIONS, 202);

      let used = 0;
      const next = (): readonly Buffer[] => requests.slice(used, (used += perWindow));
      const { ratio, ours, baseline } = await interleaved(
        windows,
        async () => load.each(next()),
        async () => bareLoad.forTime(quick ? 300 : 1_500, () => requests[0] as Buffer),
      );
      for (const open of [load, bareLoad]) open.close();
      await Promise.all([service.stop(), bare.stop()]);
      const figures = { 'requests/s': ours, 'baseline requests/s': baseline };
      const what = `generate of ${FRAMES} frames, accepted and durable, against Koa that checks an EdDSA token`;
      return [{ what, bound: { atLeast: 0.2 }, value: ratio, unit: 'x', figures }];
    }),
};

const planAll = async (studio: Studio, count: number): Promise<readonly Buffer[]> => {
  const people = Array.from({ length: Math.ceil(count / JOBS_PER_PERSON) }, (_, n) => `person ${n}`);
  const requests: Buffer[] = [];
  await Promise.all(
    people.map(async (sub) => {
      const { token, caller } = await studio.person(sub);
      for (let job = 0; job < JOBS_PER_PERSON && requests.length < count; job += 1) {
        const { projectId, input } = await studio.planJob(caller, FRAMES);
        const path = `/api/v1/projects/${projectId}/film-intelligence/storyboard-images/generate`;
        requests.push(requestBytes('POST', path, token, input));
      }
    }),
  );
  return requests;
};
