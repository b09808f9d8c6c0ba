/** Requests that are answered as their operation is meant, and refusals that need a world. */
import type { HttpAnswer } from '../../support/http/http-call.ts';
import { sampleId } from '../../support/http/http-samples.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { png } from '../../support/engines/pictures.ts';
import { HOPELESS, MENDED, REFUSED } from '../../support/engines/quick-makers.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { endOf } from '../../support/service/media-calls.ts';
import {
  acceptAll,
  createProject,
  finalJob,
  givenGenerated,
  givenPlanned,
  givenStarted,
  jobIdIn,
  type Planned,
  planProject,
  review,
} from '../../support/service/storyboard-calls.ts';
import { askAgain } from './gates.ts';
import { callbackOf, type Sent, type StatusWorld, UNTOLD } from './world.ts';

const post = (path: string, body?: unknown): Sent => ({ method: 'POST', path, body });
const idIn = ({ body }: HttpAnswer, name: string): string => (body[name] as { readonly id: string }).id;

export const tellProjects = async (world: StatusWorld): Promise<void> => {
  const { send, twice, client } = world;
  const created = await twice(post('projects', { name: 'A page', script: 'INT. ROOM - DAY\n\nA page.' }));
  const project = `projects/${idIn(created, 'project')}`;
  for (const path of ['projects', project, `${project}/script`, `${project}/storyboard`])
    await askAgain(world, { path });
  const script = { script: 'INT. ROOM - DAY\n\nAnother page.' };
  const storyboard = { frames: [{ prompt: 'a quay' }], continuityMode: 'independent' };
  for (const [path, body] of [
    [`${project}/script`, script],
    [`${project}/storyboard`, storyboard],
  ] as const) {
    await send({ method: 'PUT', path, body, headers: { 'if-match': '"rvs_x"' } });
    await send({ method: 'PUT', path, body });
  }
  const stale = await createProject(client, ['a page']);
  await send({ method: 'PUT', path: `projects/${stale}/script`, body: script });
  await send(post(`projects/${stale}/film-intelligence/storyboard-images/plan`));
};

const generatePath = ({ film }: Planned): string => `${film}/storyboard-images/generate`;
const hashOf = ({ manifestHash }: Planned) => ({ expectedExecutionManifestArtifactHash: manifestHash });

export const tellStoryboards = async (world: StatusWorld): Promise<void> => {
  const { send, twice, client } = world;
  const done = await givenPlanned(client, ['a door']);
  const started = await twice(post(generatePath(done), hashOf(done)));
  const jobId = jobIdIn(started);
  await finalJob(client, done, jobId);
  await send(post(generatePath(done), hashOf(done)));
  await send(post(generatePath(done), { ...hashOf(done), expectedPlanArtifactHash: 'x' }));
  await send(post(`${done.film}/storyboard-images/plan`));
  await tellPaidCall(world, done);
  await tellJobOf(world, `${done.film}/jobs/${jobId}`);
  const sequence = `${done.film}/photo-sequences/${done.planId}`;
  await askAgain(world, { path: sequence });
  await send(post(`${sequence}/review`, { decisions: acceptAll(1) }));
  await send(post(`${sequence}/repair`));
  const fresh = await givenPlanned(client, ['a wall']);
  await send(post(`${fresh.film}/photo-sequences/${fresh.planId}/review`, { decisions: acceptAll(1) }));
  for (const one of [done, fresh]) await send({ path: `${one.film}/photo-sequences/${one.planId}/certificate` });
  const hopeless = await givenHopeless(client);
  await twice(post(`${hopeless.film}/photo-sequences/${hopeless.planId}/repair`, {}));
};

/** A frame that a person sent to repair. */
const givenHopeless = async (client: StatusWorld['client']): Promise<Planned> => {
  const { planned } = await givenGenerated(client, [HOPELESS]);
  const decision = { frameIndex: 0, decision: 'repair', note: 'no', repairPromptAdditions: [MENDED] };
  await review(client, planned, planned.planId, [decision]);
  return planned;
};

const tellPaidCall = async ({ send, twice, client }: StatusWorld, done: Planned): Promise<void> => {
  const paid = (planned: Planned, more: object = {}): Sent => ({
    ...post(`production/plans/${planned.planId}/generate`, { confirm: true, ...more }),
    headers: { 'idempotency-key': `paid${Object.keys(more).length}` },
  });
  await send(paid(done));
  await send(paid(done, { expectedPlanArtifactHash: 'x' }));
  await twice(paid(await givenPlanned(client, ['a gate'])));
};

/** A final job: its poll, the same copy again, its stream, and the end of that. */
const tellJobOf = async (world: StatusWorld, path: string): Promise<void> => {
  await askAgain(world, { path });
  const { text } = await world.send({ path: `${path}/events` });
  const last = /^id: (.*)$/m.exec(text)?.[1] ?? '';
  await world.send({ path: `${path}/events`, headers: { 'last-event-id': last } });
};

const film = { title: 'A film', prompt: 'Ada wakes.', scene_count: 1 };
const cart = { trigger: 'abandoned_cart', product: { title: 'A lantern' } };

export const tellMedia = async (world: StatusWorld): Promise<void> => {
  const { send, twice, client } = world;
  await twice(post('image/generate', { prompt: 'a quay' }));
  await send(post('image/generate', { prompt: REFUSED }));
  const projectId = await createProject(client, ['a quay']);
  await twice(post('image/storyboard-batch', { projectId, prompt: 'a quay', count: 1, continuityMode: 'independent' }));
  for (const path of ['audio/tts', 'tts']) {
    await twice(post(path, { text: `A letter, by ${path}.` }));
    await send(post(path, { text: REFUSED }));
  }
  await twice(post('music', { prompt: 'rain' }));
  await send(post('music', { prompt: REFUSED }));
  const song = jobIdIn(await twice(post('music/generate', { prompt: 'rain' })));
  await endOf(client, `jobs/${song}`);
  await askAgain(world, { path: `music/status/${song}` });
  await tellJobOf(world, `jobs/${song}`);
  await askAgain(world, { path: `download/${song}` });

  await twice(post('commerce/videos', cart));
  await send(post('commerce/videos', { ...cart, dryRun: true }));
  for (const path of ['video/start', 'video/orchestrate', 'video/create']) {
    await twice(post(path, film));
    await send(post(path, { ...film, scene_count: 720 }));
  }
  const made = jobIdIn(await twice(post('video/create-job', { ...film, title: 'Another' })));
  await send(post('video/create-job', { ...film, scene_count: 720 }));
  for (const path of ['video/create', 'video/create-job']) {
    await send(post(path, { ...film, projectId }));
    await send(post(path, { ...film, projectId: sampleId('prj', 'no') }));
  }
  await endOf(client, `jobs/${made}`);
  await askAgain(world, { path: `video/status/${made}` });
  await askAgain(world, { path: `video/quality-check/${made}` });
};

/** A film that waits for a person at its first scene. */
export const tellDecisions = async ({ send, client }: StatusWorld): Promise<void> => {
  const waiting = async (): Promise<string> =>
    jobIdIn(await send(post('video/start', { ...film, orchestration_mode: 'supervised' })));
  const jobId = await waiting();
  await send({ path: `download/${jobId}` });
  await send({ path: `video/quality-check/${jobId}` });
  for (const what of ['pause', 'resume', 'cancel']) await send(post(`jobs/${jobId}/${what}`));
  await endOf(client, `jobs/${jobId}`);
  for (const what of ['pause', 'resume', 'cancel']) await send(post(`jobs/${jobId}/${what}`));
  const other = await waiting();
  await send(post(`jobs/${other}/checkpoint`, { decision: 'continue' }));
  await send(post(`jobs/${other}/checkpoint`, { decision: 'stop' }));
};

export const tellTenancy = async (world: StatusWorld): Promise<void> => {
  const { send, twice } = world;
  for (const path of [
    'jobs',
    'deliveries',
    'workspaces',
    'credits/summary',
    'ledger/entries',
    'ledger/statement?month=2026-11',
    'storage/assets',
    'production/capabilities',
  ]) {
    await send({ path });
    await askAgain(world, { path });
  }
  for (const path of ['ledger/export', 'ledger/checkpoint?since=1', 'production/state']) await send({ path });
  const spent = (await send({ path: 'ledger/entries?kind=debit' })).body['entries'] as readonly { entryId: string }[];
  await twice(post('ledger/refunds', { entryId: spent[0]?.entryId, amount: 1, reason: 'one' }));
  await send({ path: 'ledger/statement?month=2026-11', headers: { accept: 'text/csv' } });
  for (const path of [
    'openapi',
    'openapi?include=extensions',
    'asyncapi',
    'product/manifest',
    '/.well-known/jwks.json',
  ])
    await askAgain(world, { path });
  const settings = 'user/settings/creative';
  for (const headers of [{ 'if-match': '"x"' }, {}])
    await send({ method: 'PUT', path: settings, body: { bannedTopics: ['gambling'] }, headers });
  await askAgain(world, { path: settings });
  await send({ path: `jobs?projectId=${sampleId('prj', 'no')}` });
  const workspace = idIn(await twice(post('workspaces', { name: 'Studio' })), 'workspace');
  await twice(post(`workspaces/${workspace}/credits/grants`, { pool: 'paid', amount: 1, note: 'one' }));
  await tellMembers(world, workspace);
  await send({ path: `workspaces/${workspace}/limits` });
  await send({ method: 'PUT', path: `workspaces/${workspace}/limits`, body: { monthlyCap: 5 } });
  await tellProviderKeys(world, workspace);
  const left = idIn(await send(post('workspaces', { name: 'Left' })), 'workspace');
  for (const id of [left, workspace]) await send({ method: 'DELETE', path: `workspaces?id=${id}` });
  const only = (await send({ path: 'workspaces', sub: 'bob' })).body['workspaces'] as readonly {
    readonly id: string;
  }[];
  await send({ method: 'DELETE', path: `workspaces?id=${only[0]?.id ?? ''}`, sub: 'bob' });
  await send({ path: 'projects', headers: { 'x-workspace-id': left } });
};

/** The only owner of a workspace lets in a user, and cannot go. */
const tellMembers = async ({ send }: StatusWorld, workspace: string): Promise<void> => {
  const members = `workspaces/${workspace}/members`;
  await send({ path: members });
  await send({ method: 'PUT', path: `${members}/bob` });
  await send({ method: 'PUT', path: `${members}/alice`, body: { role: 'member' } });
  await send({ method: 'DELETE', path: `${members}/bob` });
  await send({ method: 'DELETE', path: `${members}/alice` });
};

const tellProviderKeys = async ({ send }: StatusWorld, workspace: string): Promise<void> => {
  const keys = `workspaces/${workspace}/provider-keys`;
  for (const provider of ['provider_a', 'provider_c', 'provider_x']) {
    await send({ method: 'PUT', path: `${keys}/${provider}`, body: { key: 'key-of-the-provider' } });
  }
  await send({ method: 'DELETE', path: `${keys}/provider_a` });
  await send({ method: 'DELETE', path: `${keys}/provider_x` });
};

export const tellPreviews = async ({ send }: StatusWorld): Promise<void> => {
  for (const name of ['picture', 'page', 'film', 'failure']) {
    await send({ path: `storage/preview?url=https://shown.test/${name}` });
  }
};

export const tellUploads = async ({ send }: StatusWorld): Promise<void> => {
  const bytes = Buffer.from('no picture');
  const asked = { filename: 'a.png', contentType: 'image/png' };
  await send(post('storage/upload-url', { ...asked, sizeBytes: 30_000_000 }));
  for (const file of [await png(({ x, noise }) => x * noise), bytes]) {
    const { body } = await send(post('storage/upload-url', asked));
    const complete = post(`storage/uploads/${String(body['assetId'])}/complete`);
    await send(complete);
    const headers = body['headers'] as Record<string, string>;
    await fetch(String(body['uploadUrl']), { method: 'PUT', headers, body: file as Uint8Array<ArrayBuffer> });
    await send(complete);
    await send({ ...complete, sub: 'bob' });
  }
};

/** A workspace with so few credits that a repair is the first thing that it cannot pay. */
export const tellPoverty = async ({ send, client }: StatusWorld): Promise<void> => {
  const id = idIn(await send(post('workspaces', { name: 'Poor' })), 'workspace');
  const poor = client.within(id);
  const headers = { 'x-workspace-id': id };
  await send(post(`workspaces/${id}/credits/grants`, { pool: 'paid', amount: 3, note: 'little' }));
  const hopeless = await givenHopeless(poor);
  const planned = await planProject(poor, await createProject(poor, ['a coin', 'a purse']));
  for (let tries = 0; tries < 4; tries += 1) await send({ ...post('image/generate', { prompt: 'a' }), headers });
  await send({ ...post(`${hopeless.film}/photo-sequences/${hopeless.planId}/repair`, {}), headers });
  await send({ ...post(generatePath(planned), hashOf(planned)), headers });
  const paid = { ...headers, 'idempotency-key': 'paid' };
  await send({ ...post(`production/plans/${planned.planId}/generate`, { confirm: true }), headers: paid });
  const { projectId } = planned;
  const batch = { projectId, prompt: 'a quay', count: 1, continuityMode: 'independent' };
  const calls: readonly (readonly [string, object])[] = [
    ['image/storyboard-batch', batch],
    ['audio/tts', { text: 'A letter.' }],
    ['tts', { text: 'A letter.' }],
    ['music', { prompt: 'rain' }],
    ['music/generate', { prompt: 'rain' }],
    ['commerce/videos', cart],
  ];
  for (const [path, body] of calls) await send({ ...post(path, body), headers });
};

export const tellDeliveries = async ({ send }: StatusWorld): Promise<void> => {
  const video = { url: 'https://files.example/film.mp4' };
  const destinations = [{ type: 'webhook', url: 'https://unknown.example/hook' }];
  const { body } = await send(post('delivery', { video, destinations }));
  const path = `deliveries/${String(body['deliveryId'])}`;
  const again = post(`${path}/redeliver`);
  for (const ask of [{ path }, again, { ...again, sub: 'bob' }]) await send(ask);
  const mailed = await send(post('delivery', { video, destinations: [{ type: 'email', to: 'ann@mail.example' }] }));
  await send(post(`deliveries/${String(mailed.body['deliveryId'])}/redeliver`));
};

/** An attempt of unknown outcome: its provider calls, and then a person tells the outcome. */
export const tellDoubts = async ({ send, client, service, whileFailing }: StatusWorld): Promise<void> => {
  const { jobId } = await givenStarted(client, [UNTOLD]);
  const doubts = async () =>
    (await send({ path: `jobs/${jobId}/doubts` })).body['doubts'] as readonly {
      readonly taskId: string;
      readonly attemptKey: string;
    }[];
  await eventually('the frame is in doubt', async () => (await doubts()).length > 0);
  const [doubt = { taskId: '', attemptKey: '' }] = await doubts();
  const callback = callbackOf(service.core, { jobId, attemptKey: doubt.attemptKey });
  await send(post(callback, 'x'.repeat(limits.callbackBodyBytesMax + 1)));
  for (const error of [new Error('a fault of a test'), new Fault('unavailable', 'the log of a test is away')]) {
    await whileFailing(error, async () => send(post(callback)));
  }
  await send(post(callback));
  await send(post(`jobs/${jobId}/cancel`));
  const resolve = { attemptKey: doubt.attemptKey, note: 'seen at the provider' };
  for (const outcome of ['charged', 'not_delivered']) {
    await send(post(`jobs/${jobId}/tasks/${doubt.taskId}/resolve`, { ...resolve, outcome }));
  }
  await endOf(client, `jobs/${jobId}`);
};
