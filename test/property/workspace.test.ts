import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createWorkspaceDecider, type WorkspaceCommand } from '../../commands/workspace/decider.ts';
import { type ActiveWorkspace, membersOf, roleOf, type WorkspaceState } from '../../commands/workspace/state.ts';
import { periodsTellAll } from '../support/property/closed-periods.ts';
import { breaks, holds } from '../support/property/property.ts';
import { weighted } from '../support/property/weighted.ts';
import { folding, hearing, seeing } from '../support/property/sabotage.ts';
import { repeatsYieldNothing, runCommands } from '../support/property/decider-run.ts';

const RUNS = 300;

/** Short, so that work of a few dozen steps closes several periods. */
const PERIOD = 4;
const workspaceDecider = createWorkspaceDecider(PERIOD);
const now = '2026-01-01T00:00:00.000Z';

const user = fc.constantFrom('ann', 'bob', 'eve');
const role = fc.constantFrom('owner' as const, 'member' as const, null);
const provider = fc.constantFrom('provider_a', 'provider_c');
const fingerprint = fc.constantFrom('0123456789abcdef', 'fedcba9876543210');
const object = fc.constantFrom('ws_1/keys/one', 'ws_1/keys/two', 'ws_1/keys/three');
const command: fc.Arbitrary<WorkspaceCommand> = fc.oneof(
  weighted(1, {
    type: 'CreateWorkspace',
    name: 'Studio',
    ownerKey: user,
    personal: fc.boolean(),
    now: now,
  }),
  weighted(4, { type: 'AddMember', userKey: user, role, byUserKey: user }),
  weighted(3, { type: 'RemoveMember', userKey: user, byUserKey: user }),
  weighted(2, { type: 'KeepProviderKey', provider, fingerprint, object }),
  weighted(2, { type: 'ResealProviderKey', provider, from: object, object }),
  weighted(2, { type: 'RemoveProviderKey', provider }),
  weighted(1, { type: 'BeginRemoval', byUserKey: user, forfeit: fc.boolean() }),
  weighted(1, { type: 'DeleteWorkspace', byUserKey: user }),
);
const work = fc.array(command, { maxLength: 25, size: 'max' });

const laws =
  (decider: typeof workspaceDecider) =>
  (commands: readonly WorkspaceCommand[]): void => {
    const run = runCommands(decider, commands);
    repeatsYieldNothing(run);
    for (const { command, before, after, events } of run.steps) if (events.length > 0) allowed(command, before, after);
    periodsTellAll(run, PERIOD);
  };

const allowed = (command: WorkspaceCommand, before: WorkspaceState, after: WorkspaceState): void => {
  ok(before.status !== 'deleted', 'a deleted workspace stays deleted');
  if ('byUserKey' in command && !leaves(command)) same(roleOf(before, command.byUserKey), 'owner', 'only owners may');
  if (after.status === 'active') {
    if (before.status === 'active') {
      keysAllowed(command, before, after);
      if (before.ending) staysEnding(command, before, after);
    }
    ok(
      membersOf(after).some((member) => member.role === 'owner'),
      'one owner remains',
    );
    if (after.personal) {
      same(roleOf(after, after.creatorKey), 'owner', 'a personal workspace stays whose it is');
      same(membersOf(after).length, 1, 'a personal workspace has one member');
    }
  } else ok(before.status === 'active' && !before.personal, 'a personal workspace is not deleted');
};

/** Ownership is as it was when the removal was decided, and no key is left behind. */
const staysEnding = (command: WorkspaceCommand, before: ActiveWorkspace, after: ActiveWorkspace): void => {
  ok(after.ending, 'a removal is not taken back');
  same(membersOf(after), membersOf(before), 'members stay');
  same(command.type, 'RemoveProviderKey', 'keys only go');
};

const leaves = (command: WorkspaceCommand): boolean =>
  command.type === 'RemoveMember' && command.userKey === command.byUserKey;

/** A key is in force as it was kept last; its object, and the one before, are known until they are replaced. */
const keysAllowed = (command: WorkspaceCommand, before: ActiveWorkspace, after: ActiveWorkspace): void => {
  for (const [name, key] of after.providerKeys) {
    const was = before.providerKeys.get(name);
    if (!('provider' in command) || command.provider !== name) same(key, was, 'no other key changes');
    else same(key.replaced, was?.inForce?.object ?? null, 'the object before is known');
  }
  if (command.type === 'RemoveProviderKey') same(after.providerKeys.get(command.provider)?.inForce, null, 'it is gone');
  if (command.type === 'KeepProviderKey') {
    same(after.providerKeys.get(command.provider)?.inForce?.fingerprint, command.fingerprint, 'it is in force');
  }
  if (command.type === 'ResealProviderKey') {
    const [was, is] = [before, after].map(({ providerKeys }) => providerKeys.get(command.provider)?.inForce);
    same(is, { fingerprint: was?.fingerprint, object: command.object }, 'it is the same key in another object');
    same(was?.object, command.from, 'no other object is replaced');
  }
};

test('any work on a workspace leaves it with an owner, and repeats change nothing', (t) => {
  t.notThrows(() => holds(work, laws(workspaceDecider), RUNS));
});

const sabotages: Readonly<Record<string, typeof workspaceDecider>> = {
  'the last owner can go': seeing(workspaceDecider, (state) =>
    state.status === 'active' ? { ...state, members: new Map([...state.members, ['ghost', 'owner']]) } : state,
  ),
  'a personal workspace is like any other': seeing(workspaceDecider, (state) =>
    state.status === 'active' ? { ...state, personal: false } : state,
  ),
  'everybody is an owner': seeing(workspaceDecider, (state) =>
    state.status === 'active'
      ? { ...state, members: new Map(['ann', 'bob', 'eve'].map((key) => [key, 'owner'])) }
      : state,
  ),
  'a deleted workspace is a new one': seeing(workspaceDecider, (state) =>
    state.status === 'deleted' ? { status: 'none' } : state,
  ),
  'a period forgets who came last': hearing(workspaceDecider, (event) =>
    event.type === 'WorkspacePeriodClosed'
      ? { ...event, data: { ...event.data, members: event.data.members.slice(0, 1) } }
      : event,
  ),
  'a period forgets the keys at providers': hearing(workspaceDecider, (event) => {
    if (event.type !== 'WorkspacePeriodClosed') return event;
    const { providerKeys: _, ...data } = event.data;
    return { ...event, data };
  }),
  'a workspace that ends is like any other': seeing(workspaceDecider, (state) =>
    state.status === 'active' ? { ...state, ending: false } : state,
  ),
  'a period forgets that the workspace ends': hearing(workspaceDecider, (event) => {
    if (event.type !== 'WorkspacePeriodClosed') return event;
    const { ending: _, ...data } = event.data;
    return { ...event, data };
  }),
  'a removed key stays in force': folding(workspaceDecider, (after, { type }, before) =>
    type === 'ProviderKeyRemoved' ? before : after,
  ),
  'the object of a key before is forgotten': folding(workspaceDecider, (after, { type }) => {
    if (type !== 'ProviderKeyKept' || after.status !== 'active') return after;
    const keys = [...after.providerKeys].map(([name, key]) => [name, { ...key, replaced: null }] as const);
    return { ...after, providerKeys: new Map(keys) };
  }),
  'periods are never closed': {
    ...workspaceDecider,
    decide: (next, state) => createWorkspaceDecider(1_000_000).decide(next, state, 'none'),
  },
  'members are added again': { ...workspaceDecider, evolve: (state) => state },
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`the laws find that ${name}`, (t) => {
    t.true(breaks(work, laws(broken), RUNS));
  });
}
