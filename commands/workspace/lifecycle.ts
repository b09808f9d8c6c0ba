import { accept, refuse } from '../../src/kernel/decider.ts';
import { workspaceCreated, workspaceDeleted, workspaceRemovalBegun } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';
import { ownedBy } from './access.ts';

/** Opens a workspace with its owner as first member. `personal`: on `personalWorkspaceStream(ownerKey)` only. */
type CreateWorkspace = {
  readonly type: 'CreateWorkspace';
  readonly name: string;
  readonly ownerKey: string;
  readonly personal: boolean;
  /** RFC 3339 UTC. */
  readonly now: string;
};

export const createWorkspace = (command: CreateWorkspace, state: WorkspaceState) => {
  const { name, ownerKey, personal, now } = command;
  if (state.status === 'deleted') return refuse('workspace_deleted');
  if (state.status === 'none') return accept(workspaceCreated({ name, ownerKey, personal, createdAt: now }));
  return state.creatorKey === ownerKey && state.personal === personal ? accept() : refuse('workspace_exists');
};

/** The first step of the end of a workspace: what follows on other streams, such as its ledger, is not taken back. */
type BeginRemoval = {
  readonly type: 'BeginRemoval';
  readonly byUserKey: string;
  /** Paid credits may be left. */
  readonly forfeit: boolean;
};

export const beginRemoval = ({ byUserKey, forfeit }: BeginRemoval, state: WorkspaceState) => {
  const access = ownedBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  if (access.workspace.personal) return refuse('workspace_protected');
  if (access.workspace.ending) return accept();
  return accept(workspaceRemovalBegun({ begunBy: byUserKey, ...(forfeit && { forfeit }) }));
};

/** Closes a workspace for good. The use case checks that it is not the caller's only one: other streams tell that. */
type DeleteWorkspace = { readonly type: 'DeleteWorkspace'; readonly byUserKey: string };

export const deleteWorkspace = ({ byUserKey }: DeleteWorkspace, state: WorkspaceState) => {
  const access = ownedBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  if (access.workspace.personal) return refuse('workspace_protected');
  return accept(workspaceDeleted({ deletedBy: byUserKey, memberKeys: [...access.workspace.members.keys()] }));
};
