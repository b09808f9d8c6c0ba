import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createWorkspaceDecider, type WorkspaceCommand } from '../../commands/workspace/decider.ts';
import { membersOf, roleOf } from '../../commands/workspace/queries.ts';
import type { WorkspaceState } from '../../commands/workspace/state.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { deepFreeze } from '../support/kernel/deep-freeze.ts';
import { periodsTellAll } from '../support/property/closed-periods.ts';
import { breaks, holds } from '../support/property/property.ts';

const RUNS = 300;

/** Short, so that work of a few dozen steps closes several periods. */
const PERIOD = 4;
const workspaceDecider = createWorkspaceDecider(PERIOD);
const now = '2026-01-01T00:00:00.000Z';

const user = fc.constantFrom('ann', 'bob', 'eve');
const role = fc.constantFrom('owner' as const, 'member' as const);
const command: fc.Arbitrary<WorkspaceCommand> = fc.oneof(
  fc.record({
    type: fc.constant('CreateWorkspace' as const),
    name: fc.constant('Studio'),
    ownerKey: user,
    personal: fc.boolean(),
    now: fc.constant(now),
  }),
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('AddMember' as const), userKey: user, role, byUserKey: user }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('RemoveMember' as const), userKey: user, byUserKey: user }) },
  fc.record({ type: fc.constant('DeleteWorkspace' as const), byUserKey: user }),
);
const work = fc.array(command, { maxLength: 25, size: 'max' });

const laws =
  (decider: typeof workspaceDecider) =>
  (commands: readonly WorkspaceCommand[]): void => {
    let state = deepFreeze(decider.initial);
    const log: (readonly WorkspaceEvent[])[] = [];
    const revision = () => (log.length === 0 ? 'none' : log.flat().length - 1);
    for (const next of commands) {
      const before = state;
      const decision = decider.decide(next, before, revision());
      if (decision.kind === 'refused') continue;
      state = deepFreeze(decision.events.reduce(decider.evolve, before));
      if (decision.events.length > 0) log.push(decision.events);
      const again = decider.decide(next, state, revision());
      same(again.kind === 'refused' ? [] : again.events, [], 'a repeated command yields events');
      if (decision.events.length > 0) allowed(next, before, state);
    }
    periodsTellAll(decider, log, PERIOD);
  };

const allowed = (command: WorkspaceCommand, before: WorkspaceState, after: WorkspaceState): void => {
  ok(before.status !== 'deleted', 'a deleted workspace stays deleted');
  if (command.type !== 'CreateWorkspace') same(roleOf(before, command.byUserKey), 'owner', 'only owners may');
  if (after.status === 'active') {
    ok(
      membersOf(after).some((member) => member.role === 'owner'),
      'one owner remains',
    );
    if (after.personal) same(roleOf(after, after.creatorKey), 'owner', 'a personal workspace stays whose it is');
  } else ok(before.status === 'active' && !before.personal, 'a personal workspace is not deleted');
};

test('any work on a workspace leaves it with an owner, and repeats change nothing', (t) => {
  t.notThrows(() => holds(work, laws(workspaceDecider), RUNS));
});

/** A decider that believes something else of the workspace than is so. */
const believing = (belief: (state: WorkspaceState) => WorkspaceState): typeof workspaceDecider => ({
  ...workspaceDecider,
  decide: (next, state, revision) => workspaceDecider.decide(next, belief(state), revision),
});

const sabotages: Readonly<Record<string, typeof workspaceDecider>> = {
  'the last owner can go': believing((state) =>
    state.status === 'active' ? { ...state, members: new Map([...state.members, ['ghost', 'owner']]) } : state,
  ),
  'a personal workspace is like any other': believing((state) =>
    state.status === 'active' ? { ...state, personal: false } : state,
  ),
  'everybody is an owner': believing((state) =>
    state.status === 'active'
      ? { ...state, members: new Map(['ann', 'bob', 'eve'].map((key) => [key, 'owner'])) }
      : state,
  ),
  'a deleted workspace is a new one': believing((state) => (state.status === 'deleted' ? { status: 'none' } : state)),
  'a period forgets who came last': {
    ...workspaceDecider,
    evolve: (state, event) =>
      workspaceDecider.evolve(
        state,
        event.type === 'WorkspacePeriodClosed'
          ? { ...event, data: { ...event.data, members: event.data.members.slice(0, 1) } }
          : event,
      ),
  },
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
