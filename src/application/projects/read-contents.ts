/** A project, its current script and storyboard, with the revisions that `If-Match` takes. */
import type { ProjectState } from '../../../commands/project/state.ts';
import { projectItem, type ProjectListDocument, projectListProjection } from '../../../projections/project-list.ts';
import { assert } from '../../kernel/faults.ts';
import { laterOf, START } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { behind, createIsAhead, documentRead, type Freshness, positionFor, type Read } from '../reading/answers.ts';
import { readDocument } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Services } from '../services/services.ts';
import { projectFromStream } from './project-document.ts';
import { type ProjectGate, readProject } from './project-gate.ts';
import { loadStoryboard } from './storyboard-artifact.ts';
import { type PageInput, readList } from '../reading/read-list.ts';

export const createReadProject =
  (side: ReadSide & { readonly projects: ProjectGate }) =>
  async (caller: Caller, projectId: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const gate = await side.projects(caller, projectId);
    if (gate.kind === 'refused') return gate;
    const wanted = { owner: caller.workspaceId, position: positionFor(side, caller, fresh), id: projectId };
    const fromStream = async () => projectFromStream(side, projectId);
    const found = await readDocument(side, projectListProjection, wanted, fromStream);
    if (found === 'behind') return behind;
    assert(found !== undefined, `the project ${projectId} was found a moment ago`);
    const { body, owner } = found.document;
    return documentRead({ ok: true, project: projectItem(body, owner) }, found, fresh);
  };

type Deps = Pick<Services, 'artifacts'> & Pick<ReadSide, 'commands' | 'feed'>;

export const createReadScript =
  (deps: Deps) =>
  async (caller: Caller, projectId: string, fresh: Freshness): Promise<Result<Read<Body>>> =>
    readContent(deps, caller, projectId, fresh, async ({ script }) => {
      if (script === null) return refused('script_not_found', 'the project has no script: PUT one');
      const { artifactHash, revisionId } = script;
      const text = await deps.artifacts.named<string>(caller.workspaceId, artifactHash);
      return ok({ body: { ok: true, script: text, scriptRevisionId: revisionId }, revisionId });
    });

export const createReadStoryboard =
  (deps: Deps) =>
  async (caller: Caller, projectId: string, fresh: Freshness): Promise<Result<Read<Body>>> =>
    readContent(deps, caller, projectId, fresh, async ({ storyboard: revision }) => {
      if (revision === null)
        return refused('storyboard_not_found', 'the project has no storyboard: PUT one, or a script');
      const storyboard = await loadStoryboard(deps.artifacts, caller.workspaceId, revision);
      const { revisionId } = revision;
      return ok({ body: { ok: true, storyboard, storyboardRevisionId: revisionId }, revisionId });
    });

type Content = { readonly body: Body; readonly revisionId: string };

/** From the project's stream, which is never behind. The entity tag is the revision, which `If-Match` takes. */
const readContent = async (
  { commands, feed }: Deps,
  caller: Pick<Caller, 'workspaceId'>,
  projectId: string,
  fresh: Freshness,
  contentOf: (project: ProjectState) => Promise<Result<Content>>,
): Promise<Result<Read<Body>>> => {
  const found = await readProject(commands, caller, projectId);
  if (found.kind === 'refused') return found;
  if (await createIsAhead({ feed })(fresh)) return behind;
  const content = await contentOf(found.value.state);
  if (content.kind === 'refused') return content;
  const { body, revisionId } = content.value;
  return ok({ value: body, position: laterOf(found.value.position, fresh.atLeast ?? START), etag: revisionId });
};

/** The projects of a workspace, newest first. */
export const createListProjects =
  (side: ReadSide) =>
  async (caller: Caller, page: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const list = {
      name: 'projects',
      projection: projectListProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      index: 'byCreated',
      descending: true,
      keyOf: ({ createdPosition }: ProjectListDocument) => createdPosition,
    };
    return readList(side, list, page, (projects) => ({
      ok: true,
      projects: projects.map(({ body, owner }) => projectItem(body, owner)),
    }));
  };
