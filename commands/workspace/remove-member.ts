import { accept, refuse } from '../../src/kernel/decider.ts';
import { memberRemoved } from '../../events/workspace.ts';
import { ownedBy, ownershipStays } from './access.ts';
import type { WorkspaceState } from './state.ts';

/** An owner ends a user's membership, or a member its own; a stranger's was never there. One owner always remains. */
export type RemoveMember = { readonly type: 'RemoveMember'; readonly userKey: string; readonly byUserKey: string };

export const removeMember = ({ userKey, byUserKey }: RemoveMember, state: WorkspaceState) => {
  const leaves = state.status === 'active' && userKey === byUserKey && state.members.has(userKey);
  const access = leaves ? { kind: 'owned' as const, workspace: state } : ownedBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  if (!access.workspace.members.has(userKey)) return accept();
  if (access.workspace.ending) return refuse('workspace_ending');
  return ownershipStays(access.workspace, userKey) ?? accept(memberRemoved({ userKey }));
};
