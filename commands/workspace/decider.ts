import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { addMember } from './add-member.ts';
import { beginRemoval } from './begin-removal.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { keepProviderKey } from './keep-provider-key.ts';
import { closePeriod } from './period.ts';
import type { WorkspaceRefusal } from './refusals.ts';
import { removeMember } from './remove-member.ts';
import { removeProviderKey } from './remove-provider-key.ts';
import { resealProviderKey } from './reseal-provider-key.ts';
import { evolve } from './evolve.ts';
import { initial, type WorkspaceState } from './state.ts';

const commands = {
  CreateWorkspace: createWorkspace,
  AddMember: addMember,
  RemoveMember: removeMember,
  KeepProviderKey: keepProviderKey,
  ResealProviderKey: resealProviderKey,
  RemoveProviderKey: removeProviderKey,
  BeginRemoval: beginRemoval,
  DeleteWorkspace: deleteWorkspace,
};

export type WorkspaceCommand = CommandIn<typeof commands>;

const decider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent, WorkspaceRefusal> = {
  category: 'workspace',
  initial,
  evolve,
  decide: onCommand(commands),
};

/**
 * Members of workspaces, and their keys at providers. One whose removal has begun gets no others, and a deleted one
 * refuses everything.
 */
export const createWorkspaceDecider = (every: number) =>
  inPeriods(decider, { every, type: 'WorkspacePeriodClosed', close: closePeriod });

export const workspaceDecider = createWorkspaceDecider(limits.workspacePeriodEvents);
