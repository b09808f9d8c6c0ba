/** Generate, answered when the job is durable: each request for a storyboard of its own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from '../../../src/adapters/jose/local-issuer.ts';
import { type Answer, type Load, openLoad, requestBytes } from '../support/http-load.ts';
import { type Benchmark, interleaved, ratioRow } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startBareKoa, startService } from '../support/server.ts';
import { inStudio, type Person } from '../support/studio.ts';

const CONNECTIONS = 32;
const FRAMES = 8;
/** As many as a workspace may have running at once: nothing finishes them here. */
const JOBS_PER_PERSON = 100;

export const generating: Benchmark = {
  name: 'generate',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const windows = quick ? 2 : 7;
      const perWindow = quick ? 100 : 1_200;
      const length = Math.ceil(((windows + 2) * perWindow) / JOBS_PER_PERSON);
      const { people, jwks } = await inStudio(dataDir, async (studio) => ({
        people: await Promise.all(Array.from({ length }, async (_, n) => studio.person(`person ${n}`))),
        jwks: await studio.jwks(),
      }));

      const start = async () => startService(dataDir, { ROLES: 'api' });
      let service = await start();
      let load = await openLoad(service.origin, CONNECTIONS, 202);
      const answerFile = join(folder, 'answer.json');
      await writeFile(answerFile, JSON.stringify({ ok: true, job: { id: 'job_1', status: 'queued' } }));
      const key = { JWKS: jwks, ISSUER: LOCAL_ISSUER, AUDIENCE: LOCAL_AUDIENCE };
      const bare = await startBareKoa({ ...key, ANSWER_FILE: answerFile, STATUS: '202' });
      const bareLoad = await openLoad(bare.origin, CONNECTIONS, 202);

      const plan = createPlanner(people);
      let planned = await plan(load, perWindow);
      const any = planned[0] as Buffer;
      const compared = await interleaved(
        windows,
        async () => {
          tell('generating');
          const rate = await load.each(planned);
          // As clients do, a moment before, in the same process; outside of any window.
          planned = await plan(load, perWindow);
          return rate;
        },
        async () => bareLoad.forTime(quick ? 300 : 1_500, () => any),
      );

      for (const open of [load, bareLoad]) open.close();
      await Promise.all([service.stop(), bare.stop()]);
      service = await start();
      load = await openLoad(service.origin, CONNECTIONS, 202);
      const cold = await load.each(planned);
      load.close();
      await service.stop();
      const what = `generate of ${FRAMES} frames, accepted and durable, against Koa that checks an EdDSA token`;
      const more = { 'right after a restart': cold };
      return [ratioRow({ what, bound: { atLeast: 0.2 } }, compared, 'requests/s', more)];
    }),
};

/** Makes projects and plans them, each with a storyboard of its own; answers with the requests that generate them. */
const createPlanner = (people: readonly Person[]) => {
  let made = 0;
  return async (load: Load, count: number): Promise<readonly Buffer[]> => {
    const tokens = Array.from({ length: count }, (_, n) => tokenOf(people, made + n));
    const creating = tokens.map((token, n) => requestBytes('POST', PROJECTS, token, projectOf(made + n)));
    made += count;
    const ids = (await load.answers(creating)).map((answer) => parsed<{ project: { id: string } }>(answer).project.id);
    const pathOf = (n: number, what: string): string =>
      `${PROJECTS}/${ids[n]}/film-intelligence/storyboard-images/${what}`;
    const planning = tokens.map((token, n) => requestBytes('POST', pathOf(n, 'plan'), token));
    const plans = (await load.answers(planning)).map((answer) => parsed<Planned>(answer));
    return tokens.map((token, n) => {
      const expected = plans[n]?.executionManifestArtifact.artifactHash;
      return requestBytes('POST', pathOf(n, 'generate'), token, { expectedExecutionManifestArtifactHash: expected });
    });
  };
};

const PROJECTS = '/api/v1/projects';
type Planned = { readonly executionManifestArtifact: { readonly artifactHash: string } };

const tokenOf = (people: readonly Person[], n: number): string =>
  (people[Math.floor(n / JOBS_PER_PERSON)] as Person).token;

const projectOf = (n: number) => ({
  name: `Project ${n}`,
  storyboard: {
    frames: Array.from({ length: FRAMES }, (_, frame) => ({ prompt: `INT. ATTIC - DAY. ${frame} of ${n}.` })),
  },
});

const parsed = <T>({ status, body }: Answer): T => {
  if (status !== 200) throw new Error(`answered ${status}: ${body.toString().slice(0, 500)}`);
  return JSON.parse(body.toString()) as T;
};
