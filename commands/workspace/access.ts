import { refuse } from '../../src/kernel/decider.ts';
import type { ActiveWorkspace, WorkspaceState } from './state.ts';

/** The workspace, if it is active and the user owns it. Checked where it is decided: a former owner comes too late. */
export const ownedBy = (state: WorkspaceState, userKey: string) => {
  if (state.status === 'none') return refuse('workspace_unknown');
  if (state.status === 'deleted') return refuse('workspace_deleted');
  return state.members.get(userKey) === 'owner' ? { kind: 'owned' as const, workspace: state } : refuse('forbidden');
};

/** The workspace, if the user owns it and its members may change: not while it ends, or an owner could lose it then. */
export const changeableBy = (state: WorkspaceState, userKey: string) => {
  const access = ownedBy(state, userKey);
  return access.kind === 'owned' && access.workspace.ending ? refuse('workspace_ending') : access;
};

/** Why a user's ownership may not end, if it may not. */
export const ownershipStays = (workspace: ActiveWorkspace, userKey: string) => {
  if (workspace.personal && workspace.creatorKey === userKey) return refuse('workspace_protected');
  const owners = [...workspace.members.values()].filter((role) => role === 'owner').length;
  return workspace.members.get(userKey) === 'owner' && owners === 1 ? refuse('last_owner') : undefined;
};
