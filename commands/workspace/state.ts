/** none -> active -> deleted. An active one that is `ending` can only be deleted. */

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
