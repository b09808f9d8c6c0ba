/** The workspaces that a user belongs to, in the order of joining. */
import { workspaceListProjection } from '../../../projections/workspace-list/definition.ts';
import type { WorkspaceListDocument } from '../../../projections/workspace-list/document.ts';
import { workspaceItem } from '../../../projections/workspace-list/view.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { Application, Caller } from '../application.ts';
import { behind, listRead, positionFor } from './answers.ts';
import { readPage } from './read-page.ts';
import type { ListPage } from './read-page.ts';
import type { ReadSide } from './read-side.ts';

export const createListWorkspaces =
  (side: ReadSide): Application['listWorkspaces'] =>
  async (caller, fresh) => {
    const page = await workspacesOf(side, caller, positionFor(side, caller, fresh));
    if (page === undefined) return behind;
    const workspaces = page.documents.map(({ body }) => workspaceItem(body));
    return listRead({ ok: true, workspaces }, page.position);
  };

/** Undefined: the read model is too far behind. */
export const workspacesOf = async (
  side: ReadSide,
  { userKey }: Pick<Caller, 'userKey'>,
  position: Position,
): Promise<ListPage<WorkspaceListDocument> | undefined> =>
  readPage(side, {
    projection: workspaceListProjection,
    owner: userKey,
    position,
    index: 'byJoined',
    descending: false,
    keyOf: ({ joinedPosition }) => joinedPosition,
    after: null,
    keep: () => true,
    limit: limits.workspacesListedMax,
  });
