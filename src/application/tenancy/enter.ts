/** The tenant gate: which workspace a call is for, and whether the caller belongs to it. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { isEnding, roleOf } from '../../../commands/workspace/state.ts';
import { limits } from '../../kernel/limits.ts';
import type { Principal } from '../../ports/token-verifier.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { People } from '../people/people.ts';
import { createCompletePersonal, type PersonalDeps } from './complete-personal.ts';

type Deps = PersonalDeps & { readonly people: Pick<People, 'note'> };

export type Entry = {
  readonly workspaceId: string | null;
  /** `end`: a removal of workspaces, which is carried on in one whose removal has begun. */
  readonly access: 'read' | 'write' | 'end';
  readonly correlationId: string;
  readonly traceparent?: string;
};

/**
 * Completes the caller's personal workspace when it is missing, finds the workspace of the call and checks membership.
 * It checks on the stream; a Read may use a membership that is at most a second old. Refusals: membership_required,
 * workspace_forbidden (header differs from the token's workspace, or a write where the removal has begun).
 */
export const createEnter = ({ people, ...deps }: Deps) => {
  const { commands } = deps;
  const completePersonal = createCompletePersonal(deps);
  return async (
    principal: Principal,
    { workspaceId: named, access, correlationId, traceparent }: Entry,
  ): Promise<Result<Caller>> => {
    const { userKey } = principal;
    const trace = { correlationId, ...(traceparent === undefined ? {} : { traceparent }) };
    await completePersonal(principal, trace);
    if (named !== null && principal.workspaceId !== null && named !== principal.workspaceId) {
      return refused('workspace_forbidden', 'the token is for another workspace than X-Workspace-Id names');
    }
    const workspaceId = named ?? principal.workspaceId ?? principal.personalWorkspaceId;
    const stream = workspaceStream(workspaceId);
    // Only reading may rest on a membership that was confirmed a moment ago.
    const { state } =
      access === 'read'
        ? await commands.readRecent(workspaceDecider, stream, limits.membershipAgeMaxMs)
        : await commands.read(workspaceDecider, stream);
    const role = roleOf(state, userKey);
    // Unknown, deleted and foreign look alike: nothing is learnt of another tenant.
    if (role === undefined) return refused('membership_required');
    if (access === 'write' && isEnding(state)) {
      return refused('workspace_forbidden', 'the workspace is being removed');
    }
    // A reader leaves nothing behind that a name could be shown at.
    if (access !== 'read') people.note(userKey, principal.name, workspaceId);
    const { workspaceId: bound, spendCap: cap } = principal;
    const within = { ...(bound === null ? {} : { boundTo: bound }), ...(cap === null ? {} : { spendCap: cap }) };
    return ok({ workspaceId, userKey, role, ...trace, ...within });
  };
};

export type Enter = ReturnType<typeof createEnter>;
