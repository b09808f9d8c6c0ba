/** Queries of a workspace's state. */
import type { ProviderKey, Role, WorkspaceState } from './state.ts';

/** The role of a user here; undefined for a stranger, and for all users once the workspace is deleted. */
export const roleOf = (state: WorkspaceState, userKey: string): Role | undefined =>
  state.status === 'active' ? state.members.get(userKey) : undefined;

/** Its removal has begun: it can only be read, or deleted. */
export const isEnding = (state: WorkspaceState): boolean => state.status === 'active' && state.ending;

export type Member = { readonly userKey: string; readonly role: Role };

/** In the order of joining. */
export const membersOf = (state: WorkspaceState): readonly Member[] =>
  state.status === 'active' ? [...state.members].map(([userKey, role]) => ({ userKey, role })) : [];

/** The keys of the workspace at providers; none once it is deleted. */
export const providerKeysOf = (state: WorkspaceState): ReadonlyMap<string, ProviderKey> =>
  state.status === 'active' ? state.providerKeys : NONE;

const NONE: ReadonlyMap<string, ProviderKey> = new Map();
