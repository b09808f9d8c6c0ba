import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { addMember, type AddMember } from './add-member.ts';
import { createWorkspace, type CreateWorkspace } from './create-workspace.ts';
import { deleteWorkspace, type DeleteWorkspace } from './delete-workspace.ts';
import { closePeriod } from './period.ts';
import type { WorkspaceRefusal } from './refusals.ts';
import { removeMember, type RemoveMember } from './remove-member.ts';
import { evolve, initial, type WorkspaceState } from './state.ts';

export type WorkspaceCommand = CreateWorkspace | AddMember | RemoveMember | DeleteWorkspace;

const decide = (command: WorkspaceCommand, state: WorkspaceState): Decision<WorkspaceEvent, WorkspaceRefusal> => {
  switch (command.type) {
    case 'CreateWorkspace':
      return createWorkspace(command, state);
    case 'AddMember':
      return addMember(command, state);
    case 'RemoveMember':
      return removeMember(command, state);
    case 'DeleteWorkspace':
      return deleteWorkspace(command, state);
    default:
      return assertNever(command);
  }
};

/** Who may act where. A deleted workspace refuses everything. */
export const createWorkspaceDecider = (
  periodEvents: number,
): Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent, WorkspaceRefusal> =>
  inPeriods(
    { category: 'workspace', initial, evolve, decide },
    { every: periodEvents, type: 'WorkspacePeriodClosed', close: closePeriod },
  );

export const workspaceDecider = createWorkspaceDecider(limits.workspacePeriodEvents);
