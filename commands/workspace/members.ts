import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { memberAdded, memberRemoved } from '../../events/workspace.ts';
import { changeableBy, ownedBy, ownershipStays } from './access.ts';
import type { Role, WorkspaceState } from './state.ts';

/** Lets a user act in the workspace, or gives a member another role. A personal workspace takes no other user. */
type AddMember = {
  readonly type: 'AddMember';
  readonly userKey: string;
  /** Null: a member keeps its role, and a newcomer becomes a `member`. */
  readonly role: Role | null;
  readonly byUserKey: string;
};

export const addMember = ({ userKey, role: asked, byUserKey }: AddMember, state: WorkspaceState) => {
  const access = changeableBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  const { name, personal, createdAt, creatorKey, members } = access.workspace;
  if (personal && userKey !== creatorKey) return refuse('workspace_protected');
  const role = asked ?? members.get(userKey) ?? 'member';
  if (members.get(userKey) === role) return accept();
  const stays = role === 'member' ? ownershipStays(access.workspace, userKey) : undefined;
  if (stays !== undefined) return stays;
  if (!members.has(userKey) && members.size >= limits.membersPerWorkspaceMax) {
    return refuse('too_many_members', { members: members.size });
  }
  return accept(memberAdded({ userKey, role, workspace: { name, personal, createdAt } }));
};

/** An owner ends a user's membership, or a member its own; a stranger's was never there. One owner always remains. */
type RemoveMember = { readonly type: 'RemoveMember'; readonly userKey: string; readonly byUserKey: string };

export const removeMember = ({ userKey, byUserKey }: RemoveMember, state: WorkspaceState) => {
  const leaves = state.status === 'active' && userKey === byUserKey && state.members.has(userKey);
  const access = leaves ? { kind: 'owned' as const, workspace: state } : ownedBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  if (!access.workspace.members.has(userKey)) return accept();
  if (access.workspace.ending) return refuse('workspace_ending');
  return ownershipStays(access.workspace, userKey) ?? accept(memberRemoved({ userKey }));
};
