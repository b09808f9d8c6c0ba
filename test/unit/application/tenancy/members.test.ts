/** Members by the ids of a list, which may be older than the workspace. */
import test from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createPutMember, createRemoveMember } from '../../../../src/application/tenancy/members.ts';
import { keyFromContent, userKey } from '../../../../src/kernel/ids.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { addMember, created } from '../../../support/application/workspace-steps.ts';
import { enterAs, givenWorld, principalOf, type Process } from '../../../support/application/world.ts';

const { issuer } = principalOf('ann');

const membersBy = ({ ground }: Process, workspaceId: string) => {
  const ids = ({ members }: Awaited<ReturnType<typeof answered<Readonly<Record<string, unknown>>>>>) =>
    (members as readonly { readonly id: string }[]).map(({ id }) => id);
  return {
    put: async (caller: Caller, sub: string, role: 'owner' | 'member' | null = null) =>
      ids(await answered(createPutMember(ground)(caller, { workspaceId, sub, issuer }, role))),
    remove: async (caller: Caller, sub: string) => createRemoveMember(ground)(caller, { workspaceId, sub, issuer }),
  };
};

test('a member that another owner has removed is let in again by its id, and no stranger in its place', async (t) => {
  const { process, ann } = await givenWorld(t);
  const bob = await enterAs(process, 'bob');
  const studio = await created(process, ann);
  await addMember(process, ann, studio, bob.userKey, 'owner');
  const { put, remove } = membersBy(process, studio);
  await answered(remove(bob, bob.userKey));
  t.deepEqual(await put(ann, bob.userKey, 'owner'), [ann.userKey, bob.userKey]);
  await answered(remove(ann, ann.userKey));
  await enterAs(process, 'bob', studio);
  // The one that made the workspace, too.
  t.deepEqual(await put(bob, ann.userKey), [bob.userKey, ann.userKey]);
});

test('a subject that only looks like an id is a subject, also one that was removed before', async (t) => {
  const { process, ann } = await givenWorld(t);
  const bob = await enterAs(process, 'bob');
  const studio = await created(process, ann);
  const { put, remove } = membersBy(process, studio);
  const sub = keyFromContent('a subject of this form');
  const added = [ann.userKey, userKey(issuer, sub)];
  t.deepEqual(await put(ann, sub), added);
  await answered(remove(ann, sub));
  t.deepEqual(await put(ann, sub), added);
  t.is(
    await refusalOf(createPutMember(process.ground)(bob, { workspaceId: studio, sub, issuer }, null)),
    'workspace_forbidden',
  );
});
