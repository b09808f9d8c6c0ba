/** none -> active -> deleted. */
import { assertNever } from '../../src/kernel/faults.ts';
import type { WorkspaceEvent, workspacePeriodClosed } from '../../events/workspace.ts';
import type { EventOf } from '../../src/kernel/event.ts';

export type Role = 'owner' | 'member';

export type ActiveWorkspace = {
  readonly status: 'active';
  readonly name: string;
  readonly personal: boolean;
  readonly createdAt: string;
  /** Who created it; of a personal workspace, whose it is. */
  readonly creatorKey: string;
  /** By user key, in the order of joining. */
  readonly members: ReadonlyMap<string, Role>;
};

export type WorkspaceState = { readonly status: 'none' } | ActiveWorkspace | { readonly status: 'deleted' };

export const initial: WorkspaceState = { status: 'none' };

export const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { name, ownerKey, personal, createdAt } = event.data;
    const members = new Map([[ownerKey, 'owner'] as const]);
    return { status: 'active', name, personal, createdAt, creatorKey: ownerKey, members };
  }
  if (event.type === 'WorkspacePeriodClosed') return restore(event.data);
  if (state.status !== 'active') return state;
  const members = new Map(state.members);
  switch (event.type) {
    case 'MemberAdded':
      return { ...state, members: members.set(event.data.userKey, event.data.role) };
    case 'MemberRemoved':
      members.delete(event.data.userKey);
      return { ...state, members };
    case 'WorkspaceDeleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
};

const restore = ({ members, ...about }: EventOf<typeof workspacePeriodClosed>['data']): ActiveWorkspace => ({
  status: 'active',
  ...about,
  members: new Map(members.map(({ userKey, role }) => [userKey, role])),
});
