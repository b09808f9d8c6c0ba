/** none -> active -> deleted. */

export type Role = 'owner' | 'member';

export type ActiveWorkspace = {
  readonly status: 'active';
  readonly name: string;
  readonly personal: boolean;
  readonly createdAt: string;
  /** The user that created it; of a personal workspace, its user. */
  readonly creatorKey: string;
  /** By user key, in the order of joining. */
  readonly members: ReadonlyMap<string, Role>;
};

export type WorkspaceState = { readonly status: 'none' } | ActiveWorkspace | { readonly status: 'deleted' };

export const initial: WorkspaceState = { status: 'none' };
