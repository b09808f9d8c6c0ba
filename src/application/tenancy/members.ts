/**
 * The members of a workspace. An owner lets users in, gives them roles, and ends their membership. A member may end
 * its own.
 */
import {
  type WorkspaceCommand,
  workspaceDecider,
  type WorkspaceRefusal,
  workspaceStream,
} from '../../../commands/workspace/decider.ts';
import { membersOf, type Role, roleOf, type WorkspaceState } from '../../../commands/workspace/state.ts';
import type { WorkspaceEvent } from '../../../events/workspace.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import { looksLikeKey, userKey } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Ground } from '../application.ts';
import { type Caller, contextOf, isWithin, namedWorkspace } from '../calls/caller.ts';
import { type Body, ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { ReadSide } from '../reading/read-side.ts';

type Deps = Pick<ReadSide, 'commands' | 'people' | 'written'> & PastDeps;
type PastDeps = Pick<Ground, 'eventStore' | 'codec'>;

/** A user as a path names it. */
export type Named = {
  readonly workspaceId: string;
  /** The subject in the user's tokens, or the id of a member as lists show it: also of one that has gone since. */
  readonly sub: string;
  /** The issuer of the caller's token: the named user has the same one. */
  readonly issuer: string;
};

/**
 * `role` null: none was asked for. Refusals: workspace_forbidden (not an owner's), workspace_protected, last_owner,
 * too_many_members.
 */
export const createPutMember = (deps: Deps) => {
  const change = changing(deps);
  return async (caller: Caller, named: Named, role: Role | null): Promise<Result<Body>> =>
    change(caller, named, (member) => ({ type: 'AddMember', userKey: member, role, byUserKey: caller.userKey }));
};

/**
 * For owners, and for a member that leaves. A user that is no member is removed already. Refusals as of
 * `createPutMember`.
 */
export const createRemoveMember = (deps: Deps) => {
  const change = changing(deps);
  return async (caller: Caller, named: Named): Promise<Result<Body>> =>
    change(caller, named, (member) => ({ type: 'RemoveMember', userKey: member, byUserKey: caller.userKey }));
};

const changing =
  ({ commands, people, written, ...past }: Deps) =>
  async (caller: Caller, named: Named, commandOf: (member: string) => WorkspaceCommand): Promise<Result<Body>> => {
    const { workspaceId } = named;
    if (!isWithin(caller, workspaceId)) return refused('workspace_forbidden');
    const stream = workspaceStream(workspaceId);
    const { state } = await commands.read(workspaceDecider, stream);
    if (roleOf(state, caller.userKey) === undefined) return refused('workspace_forbidden');
    const member = await memberOf(past, state, named);
    const context = { ...contextOf(caller), workspaceId };
    const outcome = await commands.handle(workspaceDecider, stream, commandOf(member), context);
    if (outcome.kind === 'refused') return refusalOf(outcome.refusal);
    written.note(caller, outcome.position);
    return ok(await membersBody(people, workspaceId, outcome.state));
  };

/**
 * The key of the named user. An id may come from an old list. As a subject, that of a member that has gone would let
 * in a user that does not exist.
 */
const memberOf = async (past: PastDeps, state: WorkspaceState, named: Named): Promise<string> => {
  const { sub, issuer } = named;
  const isId = roleOf(state, sub) !== undefined || (looksLikeKey(sub) && (await hasLeft(past, named)));
  return isId ? sub : userKey(issuer, sub);
};

type Removed = Extract<WorkspaceEvent, { readonly type: 'MemberRemoved' }>;

/** Whether a member of that id has left, or was removed, among the last events of the workspace. */
const hasLeft = async ({ eventStore, codec }: PastDeps, { workspaceId, sub }: Named): Promise<boolean> => {
  const last = { direction: 'backwards', limit: limits.workspacePeriodEvents } as const;
  for await (const stored of eventStore.readStream(workspaceStream(workspaceId), last)) {
    if (stored.type !== 'MemberRemoved') continue;
    const { data } = codec.decodeOnce(stored) as RecordedEvent<Removed>;
    if (data.userKey === sub) return true;
  }
  return false;
};

const refusalOf = ({ code }: WorkspaceRefusal): Refused => {
  switch (code) {
    case 'workspace_protected':
      return refused(code, 'a personal workspace has its user as the only member');
    case 'workspace_ending':
      return refused('workspace_forbidden', 'the workspace is being removed');
    case 'last_owner':
    case 'too_many_members':
      return refused(code);
    default:
      return refused('workspace_forbidden');
  }
};

/**
 * From the stream, so that the list is never old. Refusal: workspace_forbidden, for a workspace that is unknown,
 * deleted or not the caller's.
 */
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
