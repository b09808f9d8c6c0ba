/** The workspaces that a user belongs to, in the order of joining. A bound token is told of its own alone. */
import {
  workspaceItem,
  type WorkspaceListDocument,
  workspaceListProjection,
} from '../../../projections/workspace-list.ts';
import type { Position } from '../../kernel/position.ts';
import { type Caller, isWithin } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

export const createListWorkspaces =
  (side: ReadSide) =>
  async (caller: Caller, page: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> =>
    readList(side, withinBound(caller, positionFor(side, caller, fresh)), page, (workspaces) => ({
      ok: true,
      workspaces: workspaces.map(({ body }) => workspaceItem(body)),
    }));

const withinBound = (caller: Caller, position: Position) => ({
  ...workspacesOf(caller, position),
  keep: ({ workspaceId }: WorkspaceListDocument) => isWithin(caller, workspaceId),
});

export const workspacesOf = ({ userKey }: Pick<Caller, 'userKey'>, position: Position) => ({
  name: 'workspaces',
  projection: workspaceListProjection,
  owner: userKey,
  position,
  index: 'byJoined',
  descending: false,
  keyOf: ({ joinedPosition }: WorkspaceListDocument) => joinedPosition,
});
