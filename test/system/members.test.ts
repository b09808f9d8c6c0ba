/** Members of a workspace, as its owner lets them in and out: on the real service. */
import test from 'ava';
import { personalWorkspaceId, userKey } from '../../src/kernel/ids.ts';
import { LOCAL_ISSUER } from '../../src/adapters/jose/local-issuer.ts';
import type { Core } from '../../src/main/core.ts';
import { thenRefused } from '../spec/api-spec.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { forgetting } from '../support/service/doctored.ts';
import { givenService, type RealService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

type Member = { readonly id: string; readonly name: string | null; readonly role: string };

const givenStudio = async (service: RealService) => {
  const [ann, bob] = [await service.client('ann'), await service.client('bob')];
  const id = await madeWorkspace(ann);
  return { ann, bob, id, members: `workspaces/${id}/members` };
};

const membersIn = (answer: HttpAnswer): readonly Member[] =>
  flow.expecting(200, answer).body['members'] as readonly Member[];

const idOf = (sub: string): string => userKey(LOCAL_ISSUER, sub);

const listed = async (client: Client): Promise<readonly unknown[]> =>
  (flow.expecting(200, await client.get('workspaces')).body['workspaces'] as readonly { readonly id: string }[]).map(
    ({ id }) => id,
  );

test('a member works in the workspace, sees it listed, and is refused from the moment of its removal', async (t) => {
  const service = await givenService(t);
  const { ann, bob, id, members } = await givenStudio(service);
  thenRefused(t, await bob.within(id).get('projects'), 403, 'membership_required');
  const added = membersIn(await ann.put(`${members}/bob`, undefined));
  t.deepEqual(
    added.map(({ id: key, role }) => [key, role]),
    [
      [idOf('ann'), 'owner'],
      [idOf('bob'), 'member'],
    ],
  );
  await eventually('the list of the new member has it', async () => (await listed(bob)).includes(id));
  const projectId = await flow.createProject(bob.within(id), ['a quay']);
  t.deepEqual(
    membersIn(await bob.get(members)).map(({ name }) => name),
    ['ann', 'bob'],
  );
  const left = membersIn(await ann.delete(`${members}/bob`));
  t.deepEqual(left, [{ id: idOf('ann'), name: 'ann', role: 'owner' }]);
  for (const answer of [
    await bob.within(id).get('projects'),
    await bob.within(id).get(`projects/${projectId}`),
    await bob.within(id).post('projects', { name: 'Another' }),
    await (await service.client('bob', undefined, id)).get('projects'),
  ]) {
    thenRefused(t, answer, 403, 'membership_required');
  }
  thenRefused(t, await bob.get(members), 403, 'workspace_forbidden');
  await eventually('it has left the list', async () => !(await listed(bob)).includes(id));
  flow.expecting(200, await ann.within(id).get(`projects/${projectId}`));
});

test('a repeated change adds no event, and a member has the id of lists as a second name', async (t) => {
  const service = await givenService(t);
  const { ann, bob, id, members } = await givenStudio(service);
  const events = async (): Promise<number> => {
    let count = 0;
    for await (const _ of service.core.stores.store.readStream(`workspace-${id}`)) count += 1;
    return count;
  };
  for (const _ of ['once', 'again']) membersIn(await ann.put(`${members}/bob`, { role: 'member' }));
  t.is(await events(), 2);
  const [, promoted] = membersIn(await ann.put(`${members}/${idOf('bob')}`, { role: 'owner' }));
  t.like(promoted, { id: idOf('bob'), role: 'owner' });
  for (const body of [undefined, {}]) t.deepEqual(membersIn(await ann.put(`${members}/bob`, body))[1], promoted);
  t.is((await listed(bob)).length, 2);
  for (const _ of ['once', 'again']) membersIn(await bob.delete(`${members}/${idOf('ann')}`));
  t.is(await events(), 4);
  thenRefused(t, await ann.put(`${members}/ann`, undefined), 403, 'workspace_forbidden');
  // A subject may be any text.
  const odd = 'auth0|Ada/Söderström?#%';
  membersIn(await bob.put(`${members}/${encodeURIComponent(odd)}`, undefined));
  t.is(membersIn(await bob.get(members))[1]?.id, idOf(odd));
  membersIn(await bob.put(`${members}/${'x'.repeat(200)}`, undefined));
});

test('owners alone change members, the last owner stays, and a personal workspace has no other member', async (t) => {
  const service = await givenService(t);
  const { ann, bob, members } = await givenStudio(service);
  for (const path of [`workspaces/ws_${'0'.repeat(26)}/members`, 'workspaces/ws_x/members', members]) {
    thenRefused(t, await bob.put(`${path}/eve`, undefined), 403, 'workspace_forbidden', path);
    thenRefused(t, await bob.delete(`${path}/ann`), 403, 'workspace_forbidden', path);
    thenRefused(t, await bob.get(path), 403, 'workspace_forbidden', path);
  }
  membersIn(await ann.put(`${members}/bob`, undefined));
  thenRefused(t, await bob.put(`${members}/eve`, undefined), 403, 'workspace_forbidden');
  thenRefused(t, await bob.delete(`${members}/ann`), 403, 'workspace_forbidden');
  thenRefused(t, await ann.delete(`${members}/ann`), 409, 'last_owner');
  thenRefused(t, await ann.put(`${members}/ann`, { role: 'member' }), 409, 'last_owner');
  thenRefused(t, await ann.put(`${members}/eve`, { role: 'admin' }), 422, 'validation_failed');
  const home = `workspaces/${personalWorkspaceId(idOf('ann'))}/members`;
  thenRefused(t, await ann.put(`${home}/bob`, undefined), 403, 'workspace_protected');
  thenRefused(t, await ann.delete(`${home}/ann`), 403, 'workspace_protected');
  t.is(membersIn(await ann.get(home)).length, 1);
  // A token that is bound to one workspace reaches no other.
  const bound = await service.client('ann', undefined, personalWorkspaceId(idOf('ann')));
  for (const answer of [
    await bound.get(members),
    await bound.put(`${members}/eve`, undefined),
    await bound.delete(`${members}/bob`),
  ]) {
    thenRefused(t, answer, 403, 'workspace_forbidden');
  }
  const personalOf = async (client: Client): Promise<readonly boolean[]> => {
    const { workspaces } = flow.expecting(200, await client.get('workspaces')).body as {
      readonly workspaces: readonly { readonly personal: boolean }[];
    };
    return workspaces.map(({ personal }) => personal);
  };
  t.deepEqual([await personalOf(bound), await personalOf(ann)], [[true], [true, false]]);
  t.is(membersIn(await ann.get(members)).length, 2);
});

test('a member leaves by itself, and is refused from then on', async (t) => {
  const service = await givenService(t);
  const { ann, bob, id, members } = await givenStudio(service);
  membersIn(await ann.put(`${members}/bob`, undefined));
  t.deepEqual(
    membersIn(await bob.delete(`${members}/bob`)).map((member) => member.id),
    [idOf('ann')],
  );
  thenRefused(t, await bob.within(id).post('projects', { name: 'Another' }), 403, 'membership_required');
  thenRefused(t, await bob.delete(`${members}/bob`), 403, 'workspace_forbidden');
  t.is(membersIn(await ann.get(members)).length, 1);
});

/** A member that has worked in another workspace only, as the owner sees it. */
const givenStranger = async (service: RealService) => {
  const { ann, bob, id, members } = await givenStudio(service);
  await flow.createProject(bob, ['a quay']);
  const kept = async () => service.core.stores.documents.get('people@1', idOf('bob'));
  await eventually('the name is kept', async () => (await kept()) !== undefined);
  for (const sub of ['bob', 'eve']) membersIn(await ann.put(`${members}/${sub}`, undefined));
  const names = async (): Promise<readonly unknown[]> => membersIn(await ann.get(members)).map(({ name }) => name);
  return { names, bob: bob.within(id) };
};

test('a name is shown to a workspace once its bearer has changed something there', async (t) => {
  const { names, bob } = await givenStranger(await givenService(t));
  t.deepEqual(await names(), ['ann', null, null], 'one that is known and one that is not look alike');
  await flow.createProject(bob, ['a quay']);
  await eventually('its own work shows it', async () => (await names())[1] === 'bob');
});

test('sabotage: a store that marks each person in each workspace tells names to strangers', async (t) => {
  const doctor = (core: Core): Core => {
    const { documents } = core.stores;
    const getMany: typeof documents.getMany = async <D>(collection: string, ids: readonly string[]) =>
      collection === 'people-met@1'
        ? ids.map((id) => ({ id, owner: id.slice(id.indexOf(' ') + 1), position: '', body: {} as D }))
        : documents.getMany<D>(collection, ids);
    return { ...core, stores: { ...core.stores, documents: { ...documents, getMany } } };
  };
  const { names } = await givenStranger(await givenService(t, { doctor }));
  t.deepEqual(await names(), ['ann', 'bob', null]);
});

test('sabotage: a service that forgets a removal lets the removed one in, which is found', async (t) => {
  const { ann, bob, id, members } = await givenStudio(await givenService(t, { doctor: forgetting('RemoveMember') }));
  membersIn(await ann.put(`${members}/bob`, undefined));
  membersIn(await ann.delete(`${members}/bob`));
  t.is((await bob.within(id).get('projects')).status, 200);
});
