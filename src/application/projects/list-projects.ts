/** The projects of a workspace, newest first. */
import { projectListProjection } from '../../../projections/project-list/definition.ts';
import { projectItem } from '../../../projections/project-list/view.ts';
import type { Application } from '../application.ts';
import { behind, listRead, positionFor } from '../reading/answers.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';

const LIST = 'projects';

export const createListProjects =
  (side: ReadSide): Application['listProjects'] =>
  async (caller, { limit, cursor }, fresh) => {
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
