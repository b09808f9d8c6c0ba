/** Workspaces beside the personal one, as tests make and share them. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { type Caller, contextOf } from '../../../src/application/calls/caller.ts';
import { storedBody } from './answered.ts';
import type { Process } from './world.ts';

/** The id of a new workspace of the caller. */
export const created = async (
  { application }: Pick<Process, 'application'>,
  caller: Caller,
  name = 'Studio',
): Promise<string> =>
  ((await storedBody(application.createWorkspace(caller, name, null)))['workspace'] as { readonly id: string }).id;

export const addMember = async (
  { services }: Process,
  owner: Caller,
  workspaceId: string,
  userKey: string,
  role: 'owner' | 'member',
): Promise<void> => {
  const command = { type: 'AddMember', userKey, role, byUserKey: owner.userKey } as const;
  const context = { ...contextOf(owner), workspaceId };
  await services.commands.handle(workspaceDecider, workspaceStream(workspaceId), command, context);
};
