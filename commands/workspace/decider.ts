import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import { type WorkspaceEvent, workspacePeriodClosed } from '../../events/workspace.ts';
import { addMember, removeMember } from './members.ts';
import { beginRemoval, createWorkspace, deleteWorkspace } from './lifecycle.ts';
import { keepProviderKey, removeProviderKey, resealProviderKey } from './provider-keys.ts';
import { evolve, initial, membersOf, type WorkspaceState } from './state.ts';
import { personalWorkspaceId } from '../../src/kernel/ids.ts';
import type { EventOf } from '../../src/kernel/event.ts';

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

type Period = EventOf<typeof workspacePeriodClosed>;

/** Undefined for a workspace that is not active: nothing is ever appended to it again. */
export const closePeriod = (state: WorkspaceState): Period | undefined => {
  if (state.status !== 'active') return undefined;
  const { name, personal, createdAt, creatorKey, ending } = state;
  const providerKeys = [...state.providerKeys].map(([provider, { inForce, replaced }]) => ({
    provider,
    fingerprint: inForce?.fingerprint ?? null,
    object: inForce?.object ?? null,
    replaced,
  }));
  const keys = providerKeys.length === 0 ? {} : { providerKeys };
  const about = { name, personal, createdAt, creatorKey, ...(ending && { ending }) };
  return workspacePeriodClosed({ ...about, members: [...membersOf(state)], ...keys });
};

/**
 * Members of workspaces, and their keys at providers. One whose removal has begun gets no others, and a deleted one
 * refuses everything.
 */
export const createWorkspaceDecider = (every: number) =>
  inPeriods(decider, { every, type: 'WorkspacePeriodClosed', close: closePeriod });

export const workspaceDecider = createWorkspaceDecider(limits.workspacePeriodEvents);

export const workspaceStream = (workspaceId: string): string => `workspace-${workspaceId}`;

/** The stream of the workspace that every user has, known before it exists. */
export const personalWorkspaceStream = (userKey: string): string => workspaceStream(personalWorkspaceId(userKey));

export type WorkspaceRefusal = Refusal<
  /** There is no such workspace. */
  | 'workspace_unknown'
  /** The id belongs to a workspace of another owner or kind. */
  | 'workspace_exists'
  | 'workspace_deleted'
  /** Its removal has begun: its members and keys do not change any more. */
  | 'workspace_ending'
  /** Only an owner may. */
  | 'forbidden'
  /** A personal workspace, and its owner in it, stay; no other user joins it. */
  | 'workspace_protected'
  /** The workspace would be left without an owner. */
  | 'last_owner'
  /** detail: `members`. */
  | 'too_many_members'
>;
