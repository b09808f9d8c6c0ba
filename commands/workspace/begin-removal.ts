import { accept, refuse } from '../../src/kernel/decider.ts';
import { workspaceRemovalBegun } from '../../events/workspace.ts';
import { ownedBy } from './access.ts';
import type { WorkspaceState } from './state.ts';

/** The first step of the end of a workspace: what follows on other streams, such as its ledger, is not taken back. */
export type BeginRemoval = {
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
