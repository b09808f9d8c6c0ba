/** A workspace as clients see it. */
import type { WorkspaceListDocument } from './document.ts';

export type WorkspaceItem = {
  readonly id: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly personal: boolean;
  readonly createdAt: string;
};

export const workspaceItem = (document: Omit<WorkspaceListDocument, 'joinedPosition'>): WorkspaceItem => ({
  id: document.workspaceId,
  name: document.name,
  role: document.role,
  personal: document.personal,
  createdAt: document.createdAt,
});
