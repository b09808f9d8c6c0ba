import { accept, refuse } from '../../src/kernel/decider.ts';
import { workspaceCreated } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';

/** Opens a workspace with its owner as first member. `personal`: on `personalWorkspaceStream(ownerKey)` only. */
export type CreateWorkspace = {
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
