/** none -> active -> deleted. */

export type Role = 'owner' | 'member';

export type ActiveWorkspace = {
  readonly status: 'active';
  readonly name: string;
  readonly personal: boolean;
  readonly createdAt: string;
  /** Who created it; of a personal workspace, whose it is. */
  readonly creatorKey: string;
  /** By user key, in the order of joining. */
  readonly members: ReadonlyMap<string, Role>;
};

export type WorkspaceState = { readonly status: 'none' } | ActiveWorkspace | { readonly status: 'deleted' };

export const initial: WorkspaceState = { status: 'none' };
