/** Read model `project-list`: one document per project, from its own stream. */
import { markOf, type StreamMark } from '../src/kernel/projection.ts';
import { idOf, type RecordedEvent } from '../src/kernel/event.ts';
import { assert } from '../src/kernel/faults.ts';
import { ofEvent } from '../src/kernel/handlers.ts';
import type { ProjectEvent } from '../events/project.ts';
import { defineProjection } from './common/define.ts';

export type ProjectListDocument = {
  readonly projectId: string;
  readonly name: string;
  readonly scriptRevisionId: string | null;
  readonly storyboardRevisionId: string | null;
  readonly frameCount: number;
  /** Sorts projects by age. */
  readonly createdPosition: string;
  readonly createdAt: string;
  /** When its name, script or storyboard last moved. */
  readonly updatedAt: string;
  readonly mark: StreamMark;
};

export const projectListProjection = defineProjection<ProjectListDocument, ProjectEvent>({
  name: 'project-list',
  version: 1,
  indexes: { byCreated: ['createdPosition'] },
  categories: ['project'],
  touches: (event) => [idOf(event.stream)],
  evolve: (document, event, projectId) => {
    if (event.type !== 'ProjectCreated') {
      assert(document !== undefined, `project ${projectId} begins with ProjectCreated`);
      return { ...document, ...changesOf(event), mark: markOf(event) };
    }
    const { at } = event.metadata;
    return {
      projectId,
      name: event.data.name,
      scriptRevisionId: null,
      storyboardRevisionId: null,
      frameCount: 0,
      createdPosition: event.position,
      createdAt: at,
      updatedAt: at,
      mark: markOf(event),
    };
  },
});

type Later = Exclude<ProjectEvent, { readonly type: 'ProjectCreated' }>;

const changesOf = ofEvent<RecordedEvent<Later>, Partial<ProjectListDocument>>({
  ScriptRevised: ({ scriptRevisionId }, { metadata }) => ({ scriptRevisionId, updatedAt: metadata.at }),
  StoryboardRevised: ({ storyboardRevisionId, frameCount }, { metadata }) => ({
    storyboardRevisionId,
    frameCount,
    updatedAt: metadata.at,
  }),
  GenerationClaimed: () => ({}),
  GenerationEnded: () => ({}),
  ManifestTookOver: () => ({}),
  ProjectPeriodClosed: () => ({}),
});

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
