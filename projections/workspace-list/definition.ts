/**
 * Read model `workspace-list`: one document per user and workspace, owned by the user, so that a user's workspaces are
 * one query. A deleted workspace leaves the lists of all its members.
 */
import { idOf } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { defineProjection, NONE } from '../define.ts';
import type { WorkspaceListDocument } from './document.ts';

/** User keys hold no colon. */
const documentId = (userKey: string, workspaceId: string): string => `${userKey}:${workspaceId}`;

export const workspaceListProjection = defineProjection<WorkspaceListDocument, WorkspaceEvent>({
  name: 'workspace-list',
  version: 1,
  indexes: { byJoined: ['joinedPosition'] },
  categories: ['workspace'],
  touches: (event) => usersOf(event).map((userKey) => documentId(userKey, idOf(event.stream))),
  owner: (_, id) => id.slice(0, id.indexOf(':')),
  evolve: (document, event) => {
    const workspaceId = idOf(event.stream);
    const joinedPosition = document?.joinedPosition ?? event.position;
    switch (event.type) {
      case 'WorkspaceCreated': {
        const { name, personal, createdAt } = event.data;
        return { workspaceId, name, role: 'owner', personal, createdAt, joinedPosition };
      }
      case 'MemberAdded': {
        const { role, workspace } = event.data;
        return { workspaceId, ...workspace, role, joinedPosition };
      }
      case 'MemberRemoved':
      case 'WorkspaceDeleted':
        return undefined;
      case 'WorkspacePeriodClosed':
        return document;
      default:
        return assertNever(event);
    }
  },
});

const usersOf = (event: WorkspaceEvent): readonly string[] => {
  switch (event.type) {
    case 'WorkspaceCreated':
      return [event.data.ownerKey];
    case 'MemberAdded':
    case 'MemberRemoved':
      return [event.data.userKey];
    case 'WorkspaceDeleted':
      return event.data.memberKeys;
    case 'WorkspacePeriodClosed':
      return NONE;
    default:
      return assertNever(event);
  }
};
