/**
 * Where a caller's own writes stand: what a client wrote in this process it reads here at once.
 * Appends are known by the workspace that they belong to; what a caller wrote outside the current one (another
 * workspace made, deleted, or given credits) is noted here, under the caller and under the current workspace.
 */
import { laterOf, type Position } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import type { CommandHandler } from '../log/handle-command.ts';
import { createLatestPositions } from '../log/latest-positions.ts';

type Writer = Pick<Caller, 'workspaceId' | 'userKey'>;

export type LastWritten = {
  /** A write of this caller, outside the current workspace, stands at or before this position. */
  note(writer: Writer, position: Position): void;
  /** At or past everything that this caller, or anyone in this process for this workspace, wrote. */
  of(writer: Writer): Position;
  /** The same for a workspace, whoever wrote. */
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
