/**
 * Read model `workspace-list`: one document per user and workspace, owned by the user, so that a user's workspaces are
 * one query. A deleted workspace leaves the lists of all its members.
 */
import { idOf, type RecordedEvent } from '../src/kernel/event.ts';
import { ofEvent, onEvent } from '../src/kernel/handlers.ts';
import type { WorkspaceEvent } from '../events/workspace.ts';
import { defineProjection, NONE } from './common/define.ts';

export type WorkspaceListDocument = {
  readonly workspaceId: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly personal: boolean;
  readonly createdAt: string;
  /** Sorts the list by when the user joined each. */
  readonly joinedPosition: string;
};

/** User keys hold no colon. */
const documentId = (userKey: string, workspaceId: string): string => `${userKey}:${workspaceId}`;

export const workspaceListProjection = defineProjection<WorkspaceListDocument, WorkspaceEvent>({
  name: 'workspace-list',
  version: 1,
  indexes: { byJoined: ['joinedPosition'] },
  categories: ['workspace'],
  touches: (event) => usersOf(event).map((userKey) => documentId(userKey, idOf(event.stream))),
  owner: (_, id) => id.slice(0, id.indexOf(':')),
  evolve: onEvent<RecordedEvent<WorkspaceEvent>, WorkspaceListDocument | undefined>({
    WorkspaceCreated: (_, { name, personal, createdAt }, { stream, position }) => ({
      workspaceId: idOf(stream),
      name,
      role: 'owner',
      personal,
      createdAt,
      joinedPosition: position,
    }),
    MemberAdded: (document, { role, workspace }, { stream, position }) => ({
      workspaceId: idOf(stream),
      ...workspace,
      role,
      joinedPosition: document?.joinedPosition ?? position,
    }),
    MemberRemoved: () => undefined,
    WorkspaceRemovalBegun: (document) => document,
    WorkspaceDeleted: () => undefined,
    ProviderKeyKept: (document) => document,
    ProviderKeyRemoved: (document) => document,
    WorkspacePeriodClosed: (document) => document,
  }),
});

const usersOf = ofEvent<WorkspaceEvent, readonly string[]>({
  WorkspaceCreated: ({ ownerKey }) => [ownerKey],
  MemberAdded: ({ userKey }) => [userKey],
  MemberRemoved: ({ userKey }) => [userKey],
  WorkspaceRemovalBegun: () => NONE,
  WorkspaceDeleted: ({ memberKeys }) => memberKeys,
  ProviderKeyKept: () => NONE,
  ProviderKeyRemoved: () => NONE,
  WorkspacePeriodClosed: () => NONE,
});

export const workspaceItem = (document: Omit<WorkspaceListDocument, 'joinedPosition'>) => ({
  id: document.workspaceId,
  name: document.name,
  role: document.role,
  personal: document.personal,
  createdAt: document.createdAt,
});
