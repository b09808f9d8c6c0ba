/** The projects of a workspace, newest first. */
import { projectItem, type ProjectListDocument, projectListProjection } from '../../../projections/project-list.ts';
import type { Caller } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

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
