/** The bounds of what a workspace spends in a calendar month. The ledger's stream keeps them, and decides by them. */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { spentInMonth } from '../../../commands/ledger/spending.ts';
import type { LedgerState, SpendLimits } from '../../../commands/ledger/state.ts';
import { isEnding } from '../../../commands/workspace/state.ts';
import { assert } from '../../kernel/faults.ts';
import { type Caller, contextOf, namedWorkspace } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';

type Deps = Pick<Services, 'commands' | 'clock'>;

/** Every member may ask. Refusal: workspace_forbidden. */
export const createReadSpendLimits =
  (deps: Deps) =>
  async (caller: Caller, workspaceId: string): Promise<Result<Body>> => {
    const { role } = await namedWorkspace(deps, caller, workspaceId);
    if (role === undefined) return refused('workspace_forbidden');
    const { state } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
    return ok(bodyOf(deps, state));
  };

/**
 * `isAdmin`: the caller's token has the scope of operators. Refusal: workspace_forbidden (neither owner nor that, or
 * the removal of the workspace has begun).
 */
export const createSetSpendLimits =
  ({ written, ...deps }: Deps & { readonly written: LastWritten }) =>
  async (caller: Caller, workspaceId: string, limits: SpendLimits, isAdmin: boolean): Promise<Result<Body>> => {
    const { state: workspace, role } = await namedWorkspace(deps, caller, workspaceId);
    const mayChange = role === 'owner' || (isAdmin && role === 'member');
    if (!mayChange || isEnding(workspace)) return refused('workspace_forbidden');
    const context = { ...contextOf(caller), workspaceId };
    const command = { type: 'SetSpendLimits', ...limits } as const;
    const outcome = await deps.commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
    assert(outcome.kind !== 'refused', 'limits that hold to the schema are refused by no ledger');
    written.note(caller, outcome.position);
    return ok(bodyOf(deps, outcome.state));
  };

const bodyOf = ({ clock }: Pick<Deps, 'clock'>, state: LedgerState): Body => {
  const { month, held, debited } = spentInMonth(state, nowText(clock));
  return { ok: true, limits: { ...state.limits }, spent: { month, heldCredits: held, debitedCredits: debited } };
};
