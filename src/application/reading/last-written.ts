/**
 * The positions of a caller's own writes: a client reads its writes in this process at once. Appends are known by their
 * workspace. Writes outside the current workspace are noted under the caller and the current one: another workspace was
 * made, deleted, or given credits.
 */
import { laterOf, type Position } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { createLatestPositions } from '../log/latest-positions.ts';

type Writer = Pick<Caller, 'workspaceId' | 'userKey'>;

export type LastWritten = {
  /** A write of this caller, outside the current workspace, is at or before this position. */
  note(writer: Writer, position: Position): void;
  /** At or past all writes of this caller, and all writes of this process in this workspace. */
  of(writer: Writer): Position;
  /** The same for a workspace, for all callers. */
  ofWorkspace(workspaceId: string): Position;
};

export const createLastWritten = (commands: Pick<CommandHandler, 'lastAppended'>): LastWritten => {
  const noted = createLatestPositions();
  const ofWorkspace = (workspaceId: string): Position =>
    laterOf(commands.lastAppended(workspaceId), noted.of(workspaceId));

  return Object.freeze({
    note: ({ workspaceId, userKey }: Writer, position: Position) => {
      for (const key of [workspaceId, userKey]) noted.note(key, position);
    },
    of: ({ workspaceId, userKey }: Writer) => laterOf(ofWorkspace(workspaceId), noted.of(userKey)),
    ofWorkspace,
  });
};

/** The position of a workspace's writes, for `X-Log-Position`. */
export const createPositionOf =
  ({ written }: { readonly written: LastWritten }) =>
  (workspaceId: string): Position =>
    written.ofWorkspace(workspaceId);
