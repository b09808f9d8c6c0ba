/** The projects of a workspace, newest first. */
import { projectListProjection } from '../../../projections/project-list/definition.ts';
import { projectItem } from '../../../projections/project-list/view.ts';
import { behind, listRead, positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { decodeCursor, encodeCursor, type PageInput } from '../reading/cursor.ts';
import { readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Caller } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';

const LIST = 'projects';

export const createListProjects =
  (side: ReadSide) =>
  async (caller: Caller, { limit, cursor }: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const after = decodeCursor(LIST, cursor);
    if ('code' in after) return after;
    const page = await readPage(side, {
      projection: projectListProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      index: 'byCreated',
      ...(after.key === null ? {} : { atMost: after.key }),
      descending: true,
      keyOf: ({ createdPosition }) => createdPosition,
      after: after.key,
      keep: () => true,
      limit,
    });
    if (page === undefined) return behind;
    const projects = page.documents.map(({ body, owner }) => projectItem(body, owner));
    const nextCursor = page.next === null ? null : encodeCursor(LIST, page.next);
    return listRead({ ok: true, projects, nextCursor }, page.position);
  };
