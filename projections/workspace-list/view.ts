/** A workspace as clients see it. */
import type { WorkspaceListDocument } from './document.ts';

export const workspaceItem = (document: Omit<WorkspaceListDocument, 'joinedPosition'>) => ({
  id: document.workspaceId,
  name: document.name,
  role: document.role,
  personal: document.personal,
  createdAt: document.createdAt,
});
