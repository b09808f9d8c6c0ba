/** A project as clients see it. */
import type { ProjectListDocument } from './document.ts';

export type ProjectItem = {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly scriptRevisionId: string | null;
  readonly storyboardRevisionId: string | null;
  readonly frameCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** `workspaceId`: the document's owner. */
export const projectItem = (document: ProjectListDocument, workspaceId: string): ProjectItem => ({
  id: document.projectId,
  name: document.name,
  workspaceId,
  scriptRevisionId: document.scriptRevisionId,
  storyboardRevisionId: document.storyboardRevisionId,
  frameCount: document.frameCount,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
});
