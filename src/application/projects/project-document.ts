/** A project as it is listed, told by its stream: never behind, and read in a few events however long it is. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { projectItem, type ProjectListDocument } from '../../../projections/project-list.ts';
import { assert } from '../../kernel/faults.ts';
import { markOf } from '../../kernel/projection.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import { type Body, ok, type Result } from '../calls/result.ts';
import type { ReadSide } from '../reading/read-side.ts';

/**
 * The document of a project. Its state has the current revisions; its first event, its last revision and its last event
 * have the times. Undefined: there is no such project.
 */
export const projectFromStream = async (
  { commands, streams }: Pick<ReadSide, 'commands' | 'streams'>,
  projectId: string,
): Promise<StoredDocument<ProjectListDocument> | undefined> => {
  const stream = projectStream(projectId);
  const { state } = await commands.read(projectDecider, stream);
  const { workspaceId, name, script, storyboard } = state;
  if (workspaceId === null || name === null) return undefined;
  const [created, revised, last] = await Promise.all([
    streams.event(stream, 0),
    streams.event(stream, state.revised),
    streams.event(stream, state.revision),
  ]);
  const body = {
    projectId,
    name,
    scriptRevisionId: script?.revisionId ?? null,
    storyboardRevisionId: storyboard?.revisionId ?? null,
    frameCount: storyboard?.frameCount ?? 0,
    createdPosition: created.position,
    createdAt: created.metadata.at,
    updatedAt: revised.metadata.at,
    mark: markOf(last),
  };
  return { id: projectId, owner: workspaceId, position: last.position, body };
};

/** The answer to a change, from the stream of the project: no read model need be waited for. */
export const projectAnswer = async (
  side: Pick<ReadSide, 'commands' | 'streams'>,
  projectId: string,
): Promise<Result<Body>> => {
  const found = await projectFromStream(side, projectId);
  assert(found !== undefined, `the project ${projectId} was found a moment ago`);
  return ok({ ok: true, project: projectItem(found.body, found.owner) });
};
