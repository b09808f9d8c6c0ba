/** An answered write is there at once for its client (I14): polls, lists, other processes, after a restart. */
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Core } from '../../src/main/core.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import {
  givenClient,
  givenService,
  type RealService,
  type RealServiceOptions,
} from '../support/service/real-service.ts';
import { finalJob, generate, givenPlanned, jobIdIn, type Planned } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { grantPaid, madeWorkspace } from '../support/service/workspace-of.ts';

const JOBS = 4;

/** Everything but what folds read models. */
const NO_PROJECTOR = { ROLES: 'api,relay,dispatcher,scorer,supervisor' };
/** Takes requests, and does nothing by itself. */
const API_ONLY = { ROLES: 'api' };

type Looked = { readonly answer: HttpAnswer; readonly jobId: string; readonly statuses: readonly number[] };

/** Jobs, one after the other. `reader` polls each as fast as it can from the moment that it is answered. */
const pollAtOnce = async (writer: Client, reader: Client, looks = 2): Promise<readonly Looked[]> => {
  const found: Looked[] = [];
  for (let n = 0; n < JOBS; n += 1) {
    const planned = await givenPlanned(writer, [`frame of film ${n}`]);
    const answer = await generate(writer, planned);
    const jobId = jobIdIn(answer);
    const statuses: number[] = [];
    for (let look = 0; look < looks; look += 1) {
      statuses.push((await reader.get(`${planned.film}/jobs/${jobId}`, seenBy(answer))).status);
      statuses.push((await reader.get(`${planned.film}/photo-sequences/${planned.planId}`, seenBy(answer))).status);
    }
    found.push({ answer, jobId, statuses });
  }
  return found;
};

/** The position that a client was given, handed back. */
const seenBy = ({ headers }: HttpAnswer) => ({ 'if-position-at-least': String(headers['x-log-position']) });

const missed = (looked: readonly Looked[]): number =>
  looked.flatMap(({ statuses }) => statuses).filter((s) => s !== 200).length;

const worlds: Readonly<Record<string, RealServiceOptions['env']>> = {
  'with a projector': {},
  'without one': NO_PROJECTOR,
  'with nothing but the api': API_ONLY,
};

for (const [what, env] of Object.entries(worlds)) {
  test(`a poll right after the 202, ${what}`, async (t) => {
    const { client } = await givenClient(t, { env: env ?? {} });
    t.is(missed(await pollAtOnce(client, client)), 0);
    const { jobs } = (await client.get('jobs?limit=100')).body as { jobs: readonly unknown[] };
    t.is(jobs.length, JOBS);
    const { projects } = (await client.get('projects?limit=100')).body as { projects: readonly unknown[] };
    t.is(projects.length, JOBS);
  });
}

const twoOn = async (
  t: ExecutionContext,
  there: RealServiceOptions['env'] = {},
): Promise<[RealService, RealService]> => {
  const dataDir = join(tempFolder(t), 'data');
  return [await givenService(t, { dataDir }), await givenService(t, { dataDir, env: there })];
};

for (const [what, env] of Object.entries(worlds)) {
  test(`a poll at another service ${what}, by the position that was given`, async (t) => {
    const [here, there] = await twoOn(t, env);
    const [writer, reader] = [await here.client(), await there.client()];
    const looked = await pollAtOnce(writer, reader, 1);
    t.is(missed(looked), 0);
    const last = looked.at(-1);
    t.truthy(last?.answer.headers['x-log-position']);
    const { jobs } = (await reader.get('jobs?limit=100', seenBy(last?.answer as HttpAnswer))).body as {
      jobs: readonly { id: string }[];
    };
    t.deepEqual(
      jobs.map(({ id }) => id),
      looked.map(({ jobId }) => jobId).toReversed(),
    );
  });
}

test('a poll right after a restart', async (t) => {
  const gate = Promise.withResolvers<void>();
  const makers = quickMakers(quickEngine({ onCall: async (_, signal) => held(gate.promise, signal) }));
  const first = await givenService(t, { env: NO_PROJECTOR, makers });
  const client = await first.client();
  const jobs: (readonly [Planned, string])[] = [];
  for (let n = 0; n < 3; n += 1) {
    const planned = await givenPlanned(client, [`frame ${n}`]);
    jobs.push([planned, jobIdIn(await generate(client, planned))]);
  }
  await first.stop();
  gate.resolve();
  const { dataDir } = first;
  const second = await givenService(t, { env: API_ONLY, dataDir });
  const again = await second.client();
  for (const [planned, jobId] of jobs) t.is((await again.get(`${planned.film}/jobs/${jobId}`)).status, 200);
  await second.stop();
  const third = await givenService(t, { dataDir });
  const whole = await third.client();
  for (const [planned, jobId] of jobs) t.is((await finalJob(whole, planned, jobId)).job.status, 'completed');
});

const held = async (gate: Promise<void>, signal: AbortSignal): Promise<void> =>
  Promise.race([gate, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))]);

test('a grant, a workspace and a decision are seen at once, too', async (t) => {
  const { client } = await givenClient(t, { env: NO_PROJECTOR });
  const workspaceId = await madeWorkspace(client);
  const { workspaces } = (await client.get('workspaces')).body as { workspaces: readonly { id: string }[] };
  t.true(workspaces.some(({ id }) => id === workspaceId));
  await grantPaid(client, workspaceId, 7);
  const within = client.within(workspaceId);
  t.like((await within.get('credits/summary')).body, { credits: { paid: 7, total: 7 } });
  const { entries } = (await within.get('ledger/entries')).body as { entries: readonly { kind: string }[] };
  t.deepEqual(
    entries.map(({ kind }) => kind),
    ['grant'],
  );
});

/** Reads jobs from read models only: to it their streams look empty, and so does the log. */
const blindToJobs = (core: Core): Core => {
  const { store, feed } = core.stores;
  const isOfJob = (stream: string): boolean => stream.startsWith('job-');
  const readStream: typeof store.readStream = async function* (stream, options) {
    if (!isOfJob(stream)) yield* store.readStream(stream, options);
  };
  const read: typeof feed.read = async function* (position, options) {
    for await (const { events, through } of feed.read(position, options)) {
      yield { events: events.filter(({ stream }) => !isOfJob(stream)), through };
    }
  };
  return { ...core, stores: { ...core.stores, store: { ...store, readStream }, feed: { ...feed, read } } };
};

test('a service that reads its read models only is found out', async (t) => {
  const { client } = await givenClient(t, { env: API_ONLY, doctor: blindToJobs });
  t.true(missed(await pollAtOnce(client, client)) > 0);
});
