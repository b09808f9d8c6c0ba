/** none -> active -> deleted. An active one that is `ending` can only be deleted. */
import { onEvent } from '../../src/kernel/handlers.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';

export type Role = 'owner' | 'member';

export type ActiveWorkspace = {
  readonly status: 'active';
  readonly name: string;
  readonly personal: boolean;
  readonly createdAt: string;
  /** The user that created it; of a personal workspace, its user. */
  readonly creatorKey: string;
  /** Its removal has begun: its members stay, and it gets nothing new. */
  readonly ending: boolean;
  /** By user key, in the order of joining. */
  readonly members: ReadonlyMap<string, Role>;
  /** By provider; one whose key was removed stays, for its object. */
  readonly providerKeys: ReadonlyMap<string, ProviderKey>;
};

export type ProviderKey = {
  /** Null once it is removed. */
  readonly inForce: { readonly fingerprint: string; readonly object: string } | null;
  /** The object of the key before, which may be in the store still; null for none. */
  readonly replaced: string | null;
};

export type WorkspaceState = { readonly status: 'none' } | ActiveWorkspace | { readonly status: 'deleted' };

export const initial: WorkspaceState = { status: 'none' };

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

/** The role of a user here; undefined for a stranger, and for all users once the workspace is deleted. */
export const roleOf = (state: WorkspaceState, userKey: string): Role | undefined =>
  state.status === 'active' ? state.members.get(userKey) : undefined;

/** Its removal has begun: it can only be read, or deleted. */
export const isEnding = (state: WorkspaceState): boolean => state.status === 'active' && state.ending;

type Member = { readonly userKey: string; readonly role: Role };

/** In the order of joining. */
export const membersOf = (state: WorkspaceState): readonly Member[] =>
  state.status === 'active' ? [...state.members].map(([userKey, role]) => ({ userKey, role })) : [];

/** The keys of the workspace at providers; none once it is deleted. */
export const providerKeysOf = (state: WorkspaceState): ReadonlyMap<string, ProviderKey> =>
  state.status === 'active' ? state.providerKeys : NONE;

const NONE: ReadonlyMap<string, ProviderKey> = new Map();
