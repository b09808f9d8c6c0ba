/** The members of a workspace, as each of them may see: from its stream, so that the list is never old. */
import { membersOf, type WorkspaceState } from '../../../commands/workspace/state.ts';
import type { Caller } from '../calls/caller.ts';
import { namedWorkspace } from '../calls/named-workspace.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';

/** Refusal: workspace_forbidden, for a workspace that is unknown, deleted or not the caller's. */
export const createListMembers =
  ({ commands, people }: Pick<ReadSide, 'commands' | 'people'>) =>
  async (caller: Caller, workspaceId: string): Promise<Result<Body>> => {
    const { state, role } = await namedWorkspace({ commands }, caller, workspaceId);
    return role === undefined ? refused('workspace_forbidden') : ok(await membersBody(people, workspaceId, state));
  };

/**
 * In the order of joining. A name is null where it is not known, or was erased. So is that of a member that has neither
 * made the workspace nor changed anything in it: an owner may let in any subject, and learns nothing by that.
 */
export const membersBody = async (
  people: ReadSide['people'],
  workspaceId: string,
  state: WorkspaceState,
): Promise<Body> => {
  const members = membersOf(state);
  const keys = members.map(({ userKey }) => userKey);
  const maker = state.status === 'active' ? [state.creatorKey] : [];
  const names = new Map([...(await people.namesIn(workspaceId, keys)), ...(await people.namesOf(maker))]);
  return {
    ok: true,
    members: members.map(({ userKey, role }) => ({ id: userKey, name: names.get(userKey) ?? null, role })),
  };
};
