/** Tenancy over HTTP, on the real service: whose things are whose, by header, token and id. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import type { Client } from '../support/http/http-client.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

const listed = async (client: Client): Promise<readonly { readonly id: string; readonly personal: boolean }[]> =>
  flow.expecting(200, await client.get('workspaces')).body['workspaces'] as { id: string; personal: boolean }[];

test('a service that does not compare workspaces would be found out', async (t) => {
  // Every project is in whatever workspace asks for it.
  let asking = '';
  const open = withCommands((commands) => ({
    read: async (decider, stream) => {
      const found = await commands.read(decider, stream);
      return stream.startsWith('project-') ? { ...found, state: { ...found.state, workspaceId: asking } } : found;
    },
  }));
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
  const studio = await madeWorkspace(alice);
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
  bodies.clear();
  note(await bob.within(studio).get('projects'));
  flow.expecting(200, await alice.delete(`workspaces?id=${studio}`));
  for (const client of [bob, alice]) note(await client.within(studio).get('projects'));
  t.is(bodies.size, 1, 'and so does what is gone');
});

const grant = { pool: 'paid', amount: 1, note: 'x' };

test('a personal workspace starts with what TRIAL_CREDITS says, and no other does', async (t) => {
  for (const [said, total] of [
    ['7', 7],
    ['0', 0],
  ] as const) {
    const { client } = await givenClient(t, { env: { TRIAL_CREDITS: said } });
    t.like(await flow.creditsOf(client), { bonus: total, paid: 0, total, available: total });
    const { entries } = (await client.get('ledger/entries')).body as { readonly entries: readonly unknown[] };
    t.is(entries.length, total === 0 ? 0 : 1);
    t.like(await flow.creditsOf(client.within(await madeWorkspace(client))), { total: 0 });
  }
});

test('a workspace goes, its work stops, and its caller has somewhere to go', async (t) => {
  const service = await givenService(t);
  const alice = await service.client('alice');
  const [personal = { id: '' }] = await listed(alice);
  thenRefused(t, await alice.delete(`workspaces?id=${personal.id}`), 409, 'last_workspace');
  const studio = await madeWorkspace(alice);
  const within = alice.within(studio);
  const projectId = await flow.createProject(within, ['one']);
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
