/**
 * Calls that know the user that made their workspace. Workspaces are free to make, so a user has a share of all places,
 * in however many workspaces.
 */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { type CommandHandler, recalling } from '../log/command-handler.ts';

/** All removed workspaces share one user's places: what they had under way is still called. */
const REMOVED = 'removed';

/** The faults of a call are those of the log, too. */
export const outboundByMaker = (outbound: Outbound, commands: Pick<CommandHandler, 'readSince'>): Outbound =>
  Object.freeze({
    call: async (call, read) => {
      // The maker of a workspace never changes.
      const { state } = await recalling(commands).read(workspaceDecider, workspaceStream(call.workspaceId));
      return outbound.call({ ...call, madeBy: state.status === 'active' ? state.creatorKey : REMOVED }, read);
    },
  } satisfies Outbound);
