/**
 * The removal of a workspace (decision 0161). Its own stream decides first: from then on an owner stays one, it gets no
 * key, and no other call writes in it. The other steps follow. The supervisor carries on a removal whose process died.
 */
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { assert } from '../../kernel/faults.ts';
import { personalWorkspaceId } from '../../kernel/ids.ts';
import { type Caller, contextOf, namedWorkspace } from '../calls/caller.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { behind } from '../reading/answers.ts';
import { readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { closeLedger, type EndDeps, endWorkspace } from './end-workspace.ts';
import { workspacesOf } from './list-workspaces.ts';

/** Unknown, deleted, another tenant's, or the caller's without being its owner: all alike. */
const forbidden = refused('workspace_forbidden');

/** `forfeit`: paid credits may be left. */
export const createDeleteWorkspace =
  (deps: ReadSide & EndDeps) =>
  async (caller: Caller, workspaceId: string, forfeit = false): Promise<Result<Body>> => {
    const { commands, written } = deps;
    const byUserKey = caller.userKey;
    const stream = workspaceStream(workspaceId);
    const { state, role } = await namedWorkspace(deps, caller, workspaceId);
    if (role !== 'owner') return forbidden;
    if (state.status === 'active' && state.personal) return refusePersonal(deps, caller, workspaceId);
    const context = { ...contextOf(caller), workspaceId };
    // Looked at before: what has begun is not taken back. Later credits keep the ledger open until they are forfeited.
    const before = await commands.read(ledgerDecider, ledgerStream(workspaceId));
    const decision = ledgerDecider.decide(closeLedger(deps, forfeit), before.state, before.revision);
    if (decision.kind === 'refused') return creditsLeft(decision.refusal);
    const begin = { type: 'BeginRemoval', byUserKey, forfeit } as const;
    const begun = await commands.handle(workspaceDecider, stream, begin, context);
    if (begun.kind === 'refused') return forbidden;
    const end = await endWorkspace(deps, { workspaceId, byUserKey, forfeit }, context);
    if ('refused' in end) return creditsLeft(end.refused);
    written.note(caller, end.endedAt);
    // The personal workspace is the caller's for good (I22), also when others are deleted or left at this moment.
    return ok({ ok: true, nextWorkspaceId: personalWorkspaceId(byUserKey) });
  };

const creditsLeft = ({ code, detail }: LedgerRefusal): Refused => {
  assert(code === 'paid_credits_left', `a ledger did not close: ${code}`);
  const message = 'the workspace has paid credits left: with forfeitCredits=true it is removed all the same';
  return refused('workspace_has_credits', message, detail);
};

/** One of any two workspaces is not the personal one. */
const FIRST_TWO = { after: null, limit: 2, keep: () => true };

/** It always stays; that there is no other only makes for another reason. */
const refusePersonal = async (side: ReadSide, caller: Caller, workspaceId: string): Promise<Refused> => {
  // Others may have let the caller in or out a moment ago: this is told from the whole log.
  const page = await readPage(side, { ...workspacesOf(caller, await side.feed.head()), ...FIRST_TWO });
  if (page === undefined) return behind;
  return page.documents.every(({ body }) => body.workspaceId === workspaceId)
    ? refused('last_workspace', 'the only workspace of a caller cannot be removed')
    : refused('workspace_protected', 'the personal workspace cannot be removed');
};
