import { onEvent } from '../../src/kernel/handlers.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import type { Role, WorkspaceState } from './state.ts';

export const evolve = onEvent<WorkspaceEvent, WorkspaceState>({
  WorkspaceCreated: (_, { name, ownerKey, personal, createdAt }) => ({
    status: 'active',
    name,
    personal,
    createdAt,
    creatorKey: ownerKey,
    members: new Map([[ownerKey, 'owner']]),
  }),
  MemberAdded: (state, { userKey, role }) => whileActive(state, (members) => members.set(userKey, role)),
  MemberRemoved: (state, { userKey }) => whileActive(state, (members) => members.delete(userKey)),
  WorkspaceDeleted: (state) => (state.status === 'active' ? { status: 'deleted' } : state),
  WorkspacePeriodClosed: (_, { members, ...about }) => ({
    status: 'active',
    ...about,
    members: new Map(members.map(({ userKey, role }) => [userKey, role])),
  }),
});

const whileActive = (state: WorkspaceState, change: (members: Map<string, Role>) => void): WorkspaceState => {
  if (state.status !== 'active') return state;
  const members = new Map(state.members);
  change(members);
  return { ...state, members };
};
