/** An owner lets users into a workspace, gives them roles, and ends their membership. A member may end its own. */
import {
  type WorkspaceCommand,
  workspaceDecider,
  type WorkspaceRefusal,
  workspaceStream,
} from '../../../commands/workspace/decider.ts';
import { type Role, roleOf } from '../../../commands/workspace/state.ts';
import { userKey } from '../../kernel/ids.ts';
import { type Caller, contextOf, isWithin } from '../calls/caller.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { membersBody } from './list-members.ts';

type Deps = Pick<ReadSide, 'commands' | 'people' | 'written'>;

/** A user as a path names it. */
export type Named = {
  readonly workspaceId: string;
  /** The subject in the user's tokens, or the id of a member as lists show it. */
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
  ({ commands, people, written }: Deps) =>
  async (
    caller: Caller,
    { workspaceId, sub, issuer }: Named,
    commandOf: (member: string) => WorkspaceCommand,
  ): Promise<Result<Body>> => {
    if (!isWithin(caller, workspaceId)) return refused('workspace_forbidden');
    const stream = workspaceStream(workspaceId);
    const { state } = await commands.read(workspaceDecider, stream);
    const member = roleOf(state, sub) === undefined ? userKey(issuer, sub) : sub;
    const context = { ...contextOf(caller), workspaceId };
    const outcome = await commands.handle(workspaceDecider, stream, commandOf(member), context);
    if (outcome.kind === 'refused') return refusalOf(outcome.refusal);
    written.note(caller, outcome.position);
    return ok(await membersBody(people, workspaceId, outcome.state));
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
