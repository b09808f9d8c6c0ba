/** Tenancy over HTTP, on the real service: whose things are whose, by header, token and id. */
import test from 'ava';
import type { Core } from '../../src/main/core.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { type HttpAnswer, httpCall } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService } from '../support/service/real-service.ts';
import { generated } from '../support/service/started-job.ts';
import * as flow from '../support/service/storyboard-calls.ts';

type Ids = { readonly projectId: string; readonly planId: string; readonly jobId: string };

const UNKNOWN: Ids = {
  projectId: `prj_${'0'.repeat(26)}`,
  planId: `pln_${'0'.repeat(26)}`,
  jobId: `job_${'0'.repeat(26)}`,
};
const NO_IDS: Ids = { projectId: 'odd', planId: "pln_' OR 1", jobId: '..%2f' };

const film = ({ projectId }: Ids): string => `projects/${encodeURIComponent(projectId)}/film-intelligence`;

/** Every operation that takes an id of a tenant's, and its answer to an unknown one. */
const operations: Readonly<
  Record<string, { readonly unknown: string; readonly ask: (client: Client, ids: Ids) => Promise<HttpAnswer> }>
> = {
  plan: { unknown: 'project_not_found', ask: async (c, ids) => c.post(`${film(ids)}/storyboard-images/plan`) },
  generate: {
    unknown: 'project_not_found',
    ask: async (c, ids) =>
      c.post(`${film(ids)}/storyboard-images/generate`, { expectedExecutionManifestArtifactHash: 'x' }),
  },
  poll: { unknown: 'project_not_found', ask: async (c, ids) => c.get(`${film(ids)}/jobs/${ids.jobId}`) },
  stream: { unknown: 'project_not_found', ask: async (c, ids) => c.get(`${film(ids)}/jobs/${ids.jobId}/events`) },
  sequence: {
    unknown: 'project_not_found',
    ask: async (c, ids) => c.get(`${film(ids)}/photo-sequences/${encodeURIComponent(ids.planId)}`),
  },
  review: {
    unknown: 'project_not_found',
    ask: async (c, ids) =>
      c.post(`${film(ids)}/photo-sequences/${encodeURIComponent(ids.planId)}/review`, { decisions: flow.acceptAll(1) }),
  },
  repair: {
    unknown: 'project_not_found',
    ask: async (c, ids) => c.post(`${film(ids)}/photo-sequences/${encodeURIComponent(ids.planId)}/repair`),
  },
  script: {
    unknown: 'project_not_found',
    ask: async (c, ids) => c.put(`projects/${ids.projectId}/script`, { script: 'x' }),
  },
  storyboard: {
    unknown: 'project_not_found',
    ask: async (c, ids) => c.put(`projects/${ids.projectId}/storyboard`, { frames: [{ prompt: 'x' }] }),
  },
  'jobs of a project': {
    unknown: 'project_not_found',
    ask: async (c, ids) => c.get(`jobs?projectId=${ids.projectId}`),
  },
  cancel: { unknown: 'job_not_found', ask: async (c, ids) => c.post(`jobs/${ids.jobId}/cancel`) },
  'plan generate': {
    unknown: 'plan_not_found',
    ask: async (c, ids) =>
      c.post(
        `production/plans/${encodeURIComponent(ids.planId)}/generate`,
        { confirm: true },
        { 'idempotency-key': 'k' },
      ),
  },
  // The specification lists no 404 here.
  batch: {
    unknown: 'project_forbidden',
    ask: async (c, { projectId }) => c.post('image/storyboard-batch', { projectId, prompt: 'x', count: 1 }),
  },
};

const statusOf = (code: string): number => (code === 'project_forbidden' ? 403 : 404);

const ownerOf = async (client: Client): Promise<Ids> => {
  const planned = await flow.givenPlanned(client, ['one']);
  return { ...planned, jobId: await generated(client, planned) };
};

const madeWorkspace = async (client: Client, name: string): Promise<string> =>
  (flow.expecting(201, await client.post('workspaces', { name })).body['workspace'] as { readonly id: string }).id;

const listed = async (client: Client): Promise<readonly { readonly id: string; readonly personal: boolean }[]> =>
  flow.expecting(200, await client.get('workspaces')).body['workspaces'] as { id: string; personal: boolean }[];

test('ids: unknown 404, of another tenant or another workspace 403', async (t) => {
  const service = await givenService(t);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const ids = await ownerOf(alice);
  const other = alice.within(await madeWorkspace(alice, 'Other'));
  for (const [name, { ask, unknown }] of Object.entries(operations)) {
    thenRefused(t, await ask(bob, ids), 403, 'project_forbidden', `${name}, of another tenant`);
    thenRefused(t, await ask(other, ids), 403, 'project_forbidden', `${name}, of another workspace`);
    thenRefused(t, await ask(alice, UNKNOWN), statusOf(unknown), unknown, `${name}, unknown`);
  }
  for (const name of ['plan', 'poll', 'sequence', 'review', 'repair', 'plan generate', 'jobs of a project']) {
    const { ask, unknown } = operations[name] as (typeof operations)[string];
    thenRefused(t, await ask(alice, NO_IDS), 404, unknown, `${name}, no id at all`);
  }
  // An id of another project of the same caller is unknown in this one; an id of another tenant is theirs.
  const [own, theirs] = [await ownerOf(alice), await ownerOf(bob)];
  for (const name of ['poll', 'stream', 'sequence', 'review', 'repair'] as const) {
    const { ask } = operations[name] as (typeof operations)[string];
    const mixed = await ask(alice, { ...own, planId: ids.planId, jobId: ids.jobId });
    t.is(mixed.status, 404, name);
    thenRefused(t, await ask(alice, { ...theirs, projectId: own.projectId }), 403, 'project_forbidden', name);
    thenRefused(t, await ask(bob, { ...UNKNOWN, projectId: own.projectId }), 403, 'project_forbidden', name);
  }
  t.like(await flow.creditsOf(bob), { total: 499 });
  t.is(((await bob.get('jobs')).body['jobs'] as unknown[]).length, 1);
});

test('a service that does not compare workspaces would be found out', async (t) => {
  // Every project is in whatever workspace asks for it.
  const open = (core: Core): Core => {
    const { commands } = core.services;
    const read: typeof commands.read = async (decider, stream) => {
      const found = await commands.read(decider, stream);
      if (!stream.startsWith('project-')) return found;
      return {
        ...found,
        state: {
          ...found.state,
          get workspaceId() {
            return asking;
          },
        },
      };
    };
    return { ...core, services: { ...core.services, commands: { ...commands, read } } };
  };
  let asking = '';
  const service = await givenService(t, { doctor: open });
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  asking = (await listed(alice))[0]?.id ?? '';
  const { projectId } = await flow.givenPlanned(alice, ['one']);
  asking = (await listed(bob))[0]?.id ?? '';
  t.is((await bob.get(`jobs?projectId=${projectId}`)).status, 200);
});

test('the current workspace: header, else token, else the personal one', async (t) => {
  const service = await givenService(t);
  const alice = await service.client('alice');
  const [personal = { id: '' }] = await listed(alice);
  const studio = await madeWorkspace(alice, 'Studio');
  t.like(await flow.creditsOf(alice), { total: 500 });
  t.like(await flow.creditsOf(alice.within(studio)), { total: 0 });
  const projectId = await flow.createProject(alice.within(studio), ['one']);
  const projects = async (client: Client) =>
    ((await client.get('projects')).body['projects'] as { readonly id: string }[]).map(({ id }) => id);
  t.deepEqual(await projects(alice.within(studio)), [projectId]);
  t.deepEqual(await projects(alice), []);
  t.deepEqual(await projects(alice.within(personal.id)), []);

  const bound = await service.client('alice', undefined, studio);
  t.deepEqual(await projects(bound), [projectId]);
  t.deepEqual(await projects(bound.within(studio)), [projectId]);
  thenRefused(t, await bound.within(personal.id).get('projects'), 403, 'workspace_forbidden');

  const bob = await service.client('bob');
  const bodies = new Set<string>();
  const note = (answer: { readonly body: unknown }): void => {
    bodies.add(JSON.stringify({ ...(answer.body as object), requestId: '' }));
  };
  for (const id of [studio, `ws_${'0'.repeat(26)}`, 'ws_x', 'x']) {
    const answer = await bob.within(id).get('projects');
    thenRefused(t, answer, 403, 'membership_required', id);
    note(answer);
  }
  t.is(bodies.size, 1, 'what is unknown and what is foreign look the same, to the letter');
  bodies.clear();
  for (const id of [studio, `ws_${'0'.repeat(26)}`, 'ws_x']) {
    note(await bob.delete(`workspaces?id=${id}`));
    note(await bob.post(`workspaces/${id}/credits/grants`, grant));
  }
  t.is(bodies.size, 1);
  const strayed = await service.client('bob', undefined, studio);
  thenRefused(t, await strayed.get('projects'), 403, 'membership_required');
  thenRefused(t, await bob.post(`workspaces/${studio}/credits/grants`, grant), 403, 'workspace_forbidden');
});

const grant = { pool: 'paid', amount: 1, note: 'x' };

test('a personal workspace starts with what TRIAL_CREDITS says, and no other does', async (t) => {
  for (const [said, total] of [
    ['7', 7],
    ['0', 0],
  ] as const) {
    const client = await (await givenService(t, { env: { TRIAL_CREDITS: said } })).client();
    t.like(await flow.creditsOf(client), { bonus: total, paid: 0, total, available: total });
    const { entries } = (await client.get('ledger/entries')).body as { readonly entries: readonly unknown[] };
    t.is(entries.length, total === 0 ? 0 : 1);
    t.like(await flow.creditsOf(client.within(await madeWorkspace(client, 'Other'))), { total: 0 });
  }
});

test('workspaces are made with a name of 1 to 80 characters', async (t) => {
  const client = await (await givenService(t)).client();
  const bad = ['', ' \u2003', 'a\nb', 'a\u0000', 'x'.repeat(81), '😀'.repeat(81), 7, null, undefined];
  for (const name of bad) thenRefused(t, await client.post('workspaces', { name }), 400, 'validation_failed');
  for (const body of [undefined, {}, { name: 'x', credits: 5 }]) {
    thenRefused(t, await client.post('workspaces', body), 400, 'validation_failed');
  }
  const longest = '😀'.repeat(80);
  const { body } = flow.expecting(201, await client.post('workspaces', { name: longest }));
  t.like(body, { ok: true, workspace: { name: longest, role: 'owner', personal: false } });
  t.is((await listed(client)).length, 2);
});

test('a workspace goes, its work stops, and its caller has somewhere to go', async (t) => {
  const service = await givenService(t);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const [personal = { id: '' }] = await listed(alice);
  thenRefused(t, await alice.delete(`workspaces?id=${personal.id}`), 409, 'last_workspace');
  const studio = await madeWorkspace(alice, 'Studio');
  const within = alice.within(studio);
  const projectId = await flow.createProject(within, ['one']);
  for (const query of ['', '?id=', '?other=x']) {
    thenRefused(t, await alice.delete(`workspaces${query}`), 400, 'workspace_id_required', query);
  }
  thenRefused(t, await alice.delete(`workspaces?id=${studio}&id=${studio}`), 400, 'validation_failed');
  for (const id of [`ws_${'0'.repeat(26)}`, 'x', (await listed(bob))[0]?.id]) {
    thenRefused(t, await alice.delete(`workspaces?id=${id}`), 403, 'workspace_forbidden', id);
  }
  thenRefused(t, await bob.delete(`workspaces?id=${studio}`), 403, 'workspace_forbidden');
  thenRefused(t, await alice.delete(`workspaces?id=${personal.id}`), 403, 'workspace_protected');
  // From inside, with the token that is bound to it.
  const bound = await service.client('alice', undefined, studio);
  const { body } = flow.expecting(200, await bound.delete(`workspaces?id=${studio}`));
  t.deepEqual(body, { ok: true, nextWorkspaceId: personal.id });
  for (const client of [within, bound]) {
    thenRefused(t, await client.get('projects'), 403, 'membership_required');
    thenRefused(t, await client.post('image/generate', { prompt: 'x' }), 403, 'membership_required');
  }
  thenRefused(
    t,
    await alice.post(`projects/${projectId}/film-intelligence/storyboard-images/plan`),
    403,
    'project_forbidden',
  );
  thenRefused(t, await alice.post(`workspaces/${studio}/credits/grants`, grant), 403, 'workspace_forbidden');
  thenRefused(t, await alice.delete(`workspaces?id=${studio}`), 403, 'workspace_forbidden');
  t.deepEqual(
    (await listed(alice)).map(({ id }) => id),
    [personal.id],
  );
  thenRefused(t, await alice.delete(`workspaces?id=${personal.id}`), 409, 'last_workspace');
});

test('a picture is shown to holders of its URL, and not under a changed one', async (t) => {
  const { baseUrl, client } = await givenService(t);
  const alice = await client();
  const answer = flow.expecting(200, await alice.post('image/generate', { prompt: 'a boat' }));
  const url = new URL(String(answer.body['url']));
  const origin = { host: url.hostname, port: Number(url.port) };
  t.is(url.origin, baseUrl);
  const path = url.pathname + url.search;
  const shown = await httpCall(origin, { path });
  t.is(shown.status, 200);
  t.like(shown.headers, { 'content-type': 'image/png', 'content-disposition': 'inline' });
  t.like(shown.headers, {
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const expires = Number(url.searchParams.get('expires'));
  for (const changed of [
    url.pathname,
    path.replace(`expires=${expires}`, `expires=${expires + 1}`),
    path.replace('.png', '.jpg'),
    path.replace('/assets/', '/artifacts/'),
    path.replace('/objects/', '/objects/../objects/'),
    `${path}x`,
  ]) {
    t.is((await httpCall(origin, { path: changed })).status, 404, changed);
  }
  t.is((await httpCall(origin, { path, method: 'HEAD' })).headers['content-length'], String(shown.bytes.length));
  t.is((await httpCall(origin, { path, method: 'DELETE' })).status, 405);
  // Uploads are put under URLs of their own; a signature for reading is none for writing.
  t.is((await httpCall(origin, { path, method: 'PUT', body: 'x' })).status, 404);
});
