/** The tenant gate: which workspace a call is for, and whether the caller belongs to it. */
import { personalWorkspaceStream, workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { isEnding, roleOf } from '../../../commands/workspace/state.ts';
import { limits } from '../../kernel/limits.ts';
import type { Principal } from '../../ports/token-verifier.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { People } from '../people/people.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { assert } from '../../kernel/faults.ts';
import { newId, personalWorkspaceId } from '../../kernel/ids.ts';
import { laterOf } from '../../kernel/position.ts';
import type { CommandContext } from '../log/command-handler.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';

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

type PersonalDeps = Pick<Services, 'commands' | 'clock' | 'ids'> & {
  readonly written: LastWritten;
  /** Bonus credits that a personal workspace starts with; 0 for none. */
  readonly trialCredits: number;
};

type CompletePersonal = (
  principal: Principal,
  trace: Pick<CommandContext, 'correlationId' | 'traceparent'>,
) => Promise<void>;

const NAME = 'Personal';

/**
 * The personal workspace: made at a user's first request of any kind, with its trial grant. Two streams, so a crash
 * may leave one without the other: whichever is missing is completed by the next request.
 */
const createCompletePersonal = (deps: PersonalDeps): CompletePersonal => {
  const { commands, clock, ids, written, trialCredits } = deps;
  /** Users that have both. Forgetting one costs two looks at the log. */
  const complete = createBoundedMap<string, true>(limits.usersKnownMax);

  const create = async (ownerKey: string, context: CommandContext) => {
    const command = { type: 'CreateWorkspace', name: NAME, ownerKey, personal: true, now: nowText(clock) } as const;
    const outcome = await commands.handle(workspaceDecider, personalWorkspaceStream(ownerKey), command, context);
    assert(outcome.kind !== 'refused', 'the stream of a personal workspace is its own');
    return outcome.position;
  };

  const grantTrial = async (workspaceId: string, context: CommandContext) => {
    const outcome = await commands.handle(
      ledgerDecider,
      ledgerStream(workspaceId),
      {
        type: 'GrantCredits',
        entryId: newId('ent', ids),
        pool: 'bonus',
        amount: trialCredits,
        expiresAt: null,
        note: 'trial',
        trial: true,
        now: nowText(clock),
      },
      context,
    );
    assert(outcome.kind !== 'refused', 'a trial grant fits into an empty ledger');
    return outcome.position;
  };

  return async ({ userKey }, trace) => {
    if (complete.get(userKey) !== undefined) return;
    const workspaceId = personalWorkspaceId(userKey);
    const context = { ...trace, workspaceId, actor: `user:${userKey}` };
    let position = await create(userKey, context);
    if (trialCredits > 0) position = laterOf(position, await grantTrial(workspaceId, context));
    written.note({ workspaceId, userKey }, position);
    complete.set(userKey, true);
  };
};
