/** A project as clients see it. */
import type { ProjectListDocument } from './document.ts';

/** `workspaceId`: the document's owner. */
export const projectItem = (document: ProjectListDocument, workspaceId: string) => ({
  id: document.projectId,
  name: document.name,
  workspaceId,
  scriptRevisionId: document.scriptRevisionId,
  storyboardRevisionId: document.storyboardRevisionId,
  frameCount: document.frameCount,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
});
