/** The workspace that a call names beside its own. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { type Role, roleOf, type WorkspaceState } from '../../../commands/workspace/state.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { type Caller, isWithin } from './caller.ts';

/** `role`: of the caller there; undefined for a stranger, and where the caller's token is for another workspace. */
export const namedWorkspace = async (
  { commands }: { readonly commands: Pick<CommandHandler, 'read'> },
  caller: Caller,
  workspaceId: string,
): Promise<{ readonly state: WorkspaceState; readonly role: Role | undefined }> => {
  const { state } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  return { state, role: isWithin(caller, workspaceId) ? roleOf(state, caller.userKey) : undefined };
};
