import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { addMember, type AddMember } from './add-member.ts';
import { beginRemoval, type BeginRemoval } from './begin-removal.ts';
import { createWorkspace, type CreateWorkspace } from './create-workspace.ts';
import { deleteWorkspace, type DeleteWorkspace } from './delete-workspace.ts';
import { keepProviderKey, type KeepProviderKey } from './keep-provider-key.ts';
import { closePeriod } from './period.ts';
import type { WorkspaceRefusal } from './refusals.ts';
import { removeMember, type RemoveMember } from './remove-member.ts';
import { removeProviderKey, type RemoveProviderKey } from './remove-provider-key.ts';
import { resealProviderKey, type ResealProviderKey } from './reseal-provider-key.ts';
import { evolve } from './evolve.ts';
import { initial, type WorkspaceState } from './state.ts';

export type WorkspaceCommand =
  | CreateWorkspace
  | AddMember
  | RemoveMember
  | KeepProviderKey
  | ResealProviderKey
  | RemoveProviderKey
  | BeginRemoval
  | DeleteWorkspace;

const decider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent, WorkspaceRefusal> = {
  category: 'workspace',
  initial,
  evolve,
  decide: onCommand({
    CreateWorkspace: createWorkspace,
    AddMember: addMember,
    RemoveMember: removeMember,
    KeepProviderKey: keepProviderKey,
    ResealProviderKey: resealProviderKey,
    RemoveProviderKey: removeProviderKey,
    BeginRemoval: beginRemoval,
    DeleteWorkspace: deleteWorkspace,
  }),
};

/**
 * Members of workspaces, and their keys at providers. One whose removal has begun gets no others, and a deleted one
 * refuses everything.
 */
export const createWorkspaceDecider = (every: number) =>
  inPeriods(decider, { every, type: 'WorkspacePeriodClosed', close: closePeriod });

export const workspaceDecider = createWorkspaceDecider(limits.workspacePeriodEvents);
