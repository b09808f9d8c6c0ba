import { membersOf, roleOf } from '../../../commands/workspace/state.ts';
import {
  closePeriod,
  personalWorkspaceStream,
  workspaceDecider,
  workspaceStream,
} from '../../../commands/workspace/decider.ts';
import {
  memberAdded,
  memberRemoved,
  providerKeyKept,
  providerKeyRemoved,
  workspaceCreated,
  workspaceDeleted,
  workspacePeriodClosed,
  workspaceRemovalBegun,
} from '../../../events/workspace.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';

const test = deciderTest(workspaceDecider);

const now = '2026-01-01T00:00:00.000Z';
const [ann, bob, eve] = ['ann', 'bob', 'eve'] as const;
const about = { name: 'Studio', personal: false, createdAt: now };

const created = workspaceCreated({ ...about, ownerKey: ann });
const personal = workspaceCreated({ ...about, ownerKey: ann, personal: true });
const added = (userKey: string, role: 'owner' | 'member') => memberAdded({ userKey, role, workspace: about });
const deleted = workspaceDeleted({ deletedBy: ann, memberKeys: [ann] });

const create = { type: 'CreateWorkspace', name: 'Studio', ownerKey: ann, personal: false, now } as const;
const add = (userKey: string, role: 'owner' | 'member' | null, byUserKey: string) =>
  ({ type: 'AddMember', userKey, role, byUserKey }) as const;
const remove = (userKey: string, byUserKey: string) => ({ type: 'RemoveMember', userKey, byUserKey }) as const;
const begun = workspaceRemovalBegun({ begunBy: ann });
const forfeiting = workspaceRemovalBegun({ begunBy: ann, forfeit: true });
const begin = (byUserKey: string, forfeit = false) => ({ type: 'BeginRemoval', byUserKey, forfeit }) as const;
const del = (byUserKey: string) => ({ type: 'DeleteWorkspace', byUserKey }) as const;

test('a workspace is created once, with its owner as first member', (given) => {
  given().accepts(create, created);
  given(created).accepts(create);
  const [renamed, bobs] = [{ ...create, name: 'Renamed' } as const, { ...create, ownerKey: bob } as const];
  given(created).accepts(renamed);
  given(created).refuses(bobs, 'workspace_exists');
  given(personal).refuses(create, 'workspace_exists');
  given().accepts({ ...create, personal: true }, personal);
});

test('without a role a member keeps its own, and a newcomer is a member', (given) => {
  given(created).accepts(add(bob, null, ann), added(bob, 'member'));
  given(created, added(bob, 'owner')).accepts(add(bob, null, ann));
  given(created).accepts(add(ann, null, ann));
  given(created).refuses(add(bob, null, eve), 'forbidden');
});

test('an owner adds members and changes their roles', (given) => {
  given(created).accepts(add(bob, 'member', ann), added(bob, 'member'));
  given(created, added(bob, 'member')).accepts(add(bob, 'member', ann));
  given(created, added(bob, 'member')).accepts(add(bob, 'owner', ann), added(bob, 'owner'));
  given(created, added(bob, 'owner')).accepts(add(bob, 'member', ann), added(bob, 'member'));
  given(created, added(bob, 'owner')).accepts(add(ann, 'member', ann), added(ann, 'member'));
});

test('a workspace has a bounded number of members', (given, t) => {
  const crowd = Array.from({ length: limits.membersPerWorkspaceMax - 1 }, (_, i) => added(`user-${i}`, 'member'));
  const members = limits.membersPerWorkspaceMax;
  given(created, crowd).refuses(add(bob, 'member', ann), 'too_many_members', { members });
  given(created, crowd).accepts(add('user-7', 'owner', ann), added('user-7', 'owner'));
  given(created, crowd.slice(1)).leadsTo(add(bob, 'member', ann), (after, [first]) => {
    t.deepEqual(first, added(bob, 'member'));
    t.is(membersOf(after).length, members);
  });
});

test('members are removed, the last owner never', (given) => {
  given().refuses(remove(bob, ann), 'workspace_unknown');
  given(created, added(bob, 'member')).accepts(remove(bob, ann), memberRemoved({ userKey: bob }));
  given(created).accepts(remove(bob, ann));
  given(created, added(bob, 'member')).accepts(remove(bob, bob), memberRemoved({ userKey: bob }));
  given(created, added(bob, 'member')).refuses(remove(eve, bob), 'forbidden');
  given(created, added(bob, 'member'), memberRemoved({ userKey: bob })).refuses(remove(bob, bob), 'forbidden');
  given(created, added(bob, 'member')).refuses(remove(ann, ann), 'last_owner');
  given(created, added(bob, 'member')).refuses(add(ann, 'member', ann), 'last_owner');
  given(created, added(bob, 'owner')).accepts(remove(ann, bob), memberRemoved({ userKey: ann }));
  given(created, added(bob, 'owner')).accepts(remove(ann, ann), memberRemoved({ userKey: ann }));
});

test('the owner of a personal workspace stays in it', (given) => {
  given(personal, added(bob, 'owner')).refuses(remove(ann, bob), 'workspace_protected');
  given(personal, added(bob, 'owner')).refuses(add(ann, 'member', bob), 'workspace_protected');
  given(personal, added(bob, 'owner')).accepts(remove(bob, bob), memberRemoved({ userKey: bob }));
});

test('a personal workspace takes no other user', (given) => {
  for (const role of ['member', 'owner'] as const) {
    given(personal).refuses(add(bob, role, ann), 'workspace_protected');
  }
  given(personal).accepts(add(ann, 'owner', ann));
});

test('only an owner deletes a workspace, and never a personal one', (given) => {
  given().refuses(del(ann), 'workspace_unknown');
  given(created).refuses(del(eve), 'forbidden');
  given(created, added(bob, 'member')).refuses(del(bob), 'forbidden');
  given(personal).refuses(del(ann), 'workspace_protected');
  given(personal).refuses(del(eve), 'forbidden');
  given(created, added(bob, 'member')).accepts(del(ann), workspaceDeleted({ deletedBy: ann, memberKeys: [ann, bob] }));
});

test('only an owner begins a removal, once, and never of a personal workspace', (given) => {
  given().refuses(begin(ann), 'workspace_unknown');
  given(created, added(bob, 'member')).refuses(begin(bob), 'forbidden');
  given(personal).refuses(begin(ann), 'workspace_protected');
  given(created, deleted).refuses(begin(ann), 'workspace_deleted');
  given(created).accepts(begin(ann), begun);
  given(created).accepts(begin(ann, true), forfeiting);
  given(created, added(bob, 'owner'), begun).accepts(begin(bob));
});

test('while a workspace ends its members stay, it gets no key, and its keys go', (given) => {
  const [provider, fingerprint, object] = ['provider_c', '0123456789abcdef', 'ws_1/keys/one'];
  const kept = providerKeyKept({ provider, fingerprint, object });
  const past = [created, added(bob, 'owner'), kept, begun];
  for (const command of [
    add(eve, 'member', ann),
    add(bob, 'member', ann),
    remove(bob, ann),
    remove(bob, bob),
    { type: 'KeepProviderKey', provider, fingerprint: 'fedcba9876543210', object: 'ws_1/keys/two' } as const,
  ]) {
    given(past).refuses(command, 'workspace_ending');
  }
  given(past).accepts({ type: 'ResealProviderKey', provider, from: object, object: 'ws_1/keys/two' });
  given(past).accepts({ type: 'RemoveProviderKey', provider }, providerKeyRemoved({ provider }));
  given(past).accepts(del(bob), workspaceDeleted({ deletedBy: bob, memberKeys: [ann, bob] }));
});

test('a deleted workspace refuses everything', (given) => {
  for (const command of [create, add(bob, 'member', ann), remove(ann, ann), del(ann)]) {
    given(created, deleted).refuses(command, 'workspace_deleted');
  }
});

test('the state tells the role of a user', (_, t) => {
  const state = [created, added(bob, 'member')].reduce(workspaceDecider.evolve, workspaceDecider.initial);
  t.deepEqual(
    [ann, bob, eve].map((user) => roleOf(state, user)),
    ['owner', 'member', undefined],
  );
  t.deepEqual(membersOf(state), [
    { userKey: ann, role: 'owner' },
    { userKey: bob, role: 'member' },
  ]);
  for (const gone of [workspaceDecider.initial, workspaceDecider.evolve(state, deleted)]) {
    t.is(roleOf(gone, ann), undefined);
    t.deepEqual(membersOf(gone), []);
  }
});

test('streams', (_, t) => {
  t.is(workspaceStream('ws_1'), 'workspace-ws_1');
  t.is(personalWorkspaceStream(ann), personalWorkspaceStream(ann));
  t.not(personalWorkspaceStream(ann), personalWorkspaceStream(bob));
  t.regex(personalWorkspaceStream(ann), /^workspace-ws_[0-9a-z]{26}$/);
});

const PERIOD = limits.workspacePeriodEvents;

test('a thousand events close a period, and a cold start begins there', (given) => {
  const past = [created, ...Array.from({ length: PERIOD - 2 }, (_, n) => added(bob, n % 2 === 0 ? 'owner' : 'member'))];
  given(past).accepts(
    add(eve, 'member', ann),
    added(eve, 'member'),
    workspacePeriodClosed({
      ...about,
      creatorKey: ann,
      members: [
        { userKey: ann, role: 'owner' },
        { userKey: bob, role: 'member' },
        { userKey: eve, role: 'member' },
      ],
    }),
  );
  given(past).accepts(del(ann), workspaceDeleted({ deletedBy: ann, memberKeys: [ann, bob] }));
});

test('the end of a period fits one event, however many members there are', (_, t) => {
  const userKey = (n: number) => `${n}`.padStart(26, 'x');
  const members = Array.from({ length: limits.membersPerWorkspaceMax }, (_, n) => [userKey(n), 'member'] as const);
  const fullest = {
    ...about,
    name: 'x'.repeat(200),
    status: 'active',
    creatorKey: ann,
    ending: true,
    members: new Map(members),
    providerKeys: new Map(
      ['provider_a', 'provider_b', 'provider_c', 'provider_d'].map((provider) => {
        const object = 'x'.repeat(limits.objectKeyCharsMax);
        return [provider, { inForce: { fingerprint: '0'.repeat(16), object }, replaced: object }] as const;
      }),
    ),
  } as const;
  const closed = closePeriod(fullest);
  t.true(closed !== undefined && canonicalJson(closed.data).length < 0.9 * limits.eventBytesMax);
});
