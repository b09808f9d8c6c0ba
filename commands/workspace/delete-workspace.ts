import { accept, refuse } from '../../src/kernel/decider.ts';
import { workspaceDeleted } from '../../events/workspace.ts';
import { ownedBy } from './access.ts';
import type { WorkspaceState } from './state.ts';

/** Closes a workspace for good. The use case checks that it is not the caller's only one: other streams tell that. */
export type DeleteWorkspace = { readonly type: 'DeleteWorkspace'; readonly byUserKey: string };

export const deleteWorkspace = ({ byUserKey }: DeleteWorkspace, state: WorkspaceState) => {
  const access = ownedBy(state, byUserKey);
  if (access.kind === 'refused') return access;
  if (access.workspace.personal) return refuse('workspace_protected');
  return accept(workspaceDeleted({ deletedBy: byUserKey, memberKeys: [...access.workspace.members.keys()] }));
};
