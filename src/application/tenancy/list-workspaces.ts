/** The workspaces that a user belongs to, in the order of joining. */
import { workspaceListProjection } from '../../../projections/workspace-list/definition.ts';
import type { WorkspaceListDocument } from '../../../projections/workspace-list/document.ts';
import { workspaceItem } from '../../../projections/workspace-list/view.ts';
import type { Position } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import { behind, listRead, positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { decodeCursor, encodeCursor, type PageInput } from '../reading/cursor.ts';
import { type ListPage, type PageQuery, readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';

const LIST = 'workspaces';

export const createListWorkspaces =
  (side: ReadSide) =>
  async (caller: Caller, { limit, cursor }: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const after = decodeCursor(LIST, cursor);
    if ('code' in after) return after;
    const page = await workspacesOf(side, caller, positionFor(side, caller, fresh), { after: after.key, limit });
    if (page === undefined) return behind;
    const workspaces = page.documents.map(({ body }) => workspaceItem(body));
    const nextCursor = page.next === null ? null : encodeCursor(LIST, page.next);
    return listRead({ ok: true, workspaces, nextCursor }, page.position);
  };

/** Undefined: the read model is too far behind. */
export const workspacesOf = async (
  side: ReadSide,
  { userKey }: Pick<Caller, 'userKey'>,
  position: Position,
  { after, limit }: Pick<PageQuery<WorkspaceListDocument>, 'after' | 'limit'>,
): Promise<ListPage<WorkspaceListDocument> | undefined> =>
  readPage(side, {
    projection: workspaceListProjection,
    owner: userKey,
    position,
    index: 'byJoined',
    ...(after === null ? {} : { atLeast: after }),
    descending: false,
    keyOf: ({ joinedPosition }) => joinedPosition,
    after,
    keep: () => true,
    limit,
  });
