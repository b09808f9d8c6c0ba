import { onEvent } from '../../src/kernel/handlers.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import type { ProviderKey, Role, WorkspaceState } from './state.ts';

export const evolve = onEvent<WorkspaceEvent, WorkspaceState>({
  WorkspaceCreated: (_, { name, ownerKey, personal, createdAt }) => ({
    status: 'active',
    name,
    personal,
    createdAt,
    creatorKey: ownerKey,
    ending: false,
    members: new Map([[ownerKey, 'owner']]),
    providerKeys: new Map(),
  }),
  MemberAdded: (state, { userKey, role }) => whileActive(state, (members) => members.set(userKey, role)),
  MemberRemoved: (state, { userKey }) => whileActive(state, (members) => members.delete(userKey)),
  WorkspaceRemovalBegun: (state) => (state.status === 'active' ? { ...state, ending: true } : state),
  WorkspaceDeleted: (state) => (state.status === 'active' ? { status: 'deleted' } : state),
  ProviderKeyKept: (state, { provider, fingerprint, object }) => withKey(state, provider, { fingerprint, object }),
  ProviderKeyRemoved: (state, { provider }) => withKey(state, provider, null),
  WorkspacePeriodClosed: (_, { members, providerKeys = [], ending = false, ...about }) => ({
    status: 'active',
    ...about,
    ending,
    members: new Map(members.map(({ userKey, role }) => [userKey, role])),
    providerKeys: new Map(
      providerKeys.map(({ provider, fingerprint, object, replaced }) => [
        provider,
        { inForce: fingerprint === null || object === null ? null : { fingerprint, object }, replaced },
      ]),
    ),
  }),
});

const withKey = (state: WorkspaceState, provider: string, inForce: ProviderKey['inForce']): WorkspaceState => {
  if (state.status !== 'active') return state;
  const replaced = state.providerKeys.get(provider)?.inForce?.object ?? null;
  return { ...state, providerKeys: new Map([...state.providerKeys, [provider, { inForce, replaced }]]) };
};

const whileActive = (state: WorkspaceState, change: (members: Map<string, Role>) => void): WorkspaceState => {
  if (state.status !== 'active') return state;
  const members = new Map(state.members);
  change(members);
  return { ...state, members };
};
