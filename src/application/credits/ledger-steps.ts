/** The steps of sagas on the ledger: each may be repeated, since a part closes exactly once. */
import type { DebitPart, ReleaseParts } from '../../../commands/ledger/close-parts.ts';
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import { holdCredits, type HoldCredits } from '../../../commands/ledger/hold-credits.ts';
import { openHold, type OpenPart, openParts } from '../../../commands/ledger/queries.ts';
import type { LedgerState } from '../../../commands/ledger/state.ts';
import { assert } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { CommandContext, CommandHandler } from '../log/command-handler.ts';
import { nowText, type Services } from '../services/services.ts';

export type LedgerDeps = Pick<Services, 'commands' | 'clock' | 'ids'>;

/** Why credits cannot be set aside; the codes are those that the client sees. */
export type HoldRefusal = {
  readonly code: 'insufficient_credits' | 'spend_cap_reached' | 'too_many_open_holds' | 'membership_required';
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
};

export type Held =
  /** `asAsked`: it has these parts. An earlier call may have held others. */
  | { readonly kind: 'held'; readonly holdId: string; readonly asAsked: boolean }
  | { readonly kind: 'refused'; readonly refusal: HoldRefusal };

type Owned = Pick<HoldCredits, 'ownerId' | 'n' | 'parts' | 'payer'>;

/** Sets the worst case of every part aside. While the hold of this owner and number is open it is found again. */
export const holdParts = async (
  deps: LedgerDeps,
  workspaceId: string,
  owned: Owned,
  context: CommandContext,
): Promise<Held> => {
  const command = holdOf(deps, owned);
  const outcome = await deps.commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  if (outcome.kind === 'refused') return { kind: 'refused', refusal: asHoldRefusal(outcome.refusal) };
  const open = openHold(outcome.state, owned.ownerId, owned.n);
  assert(open !== undefined, `the hold of ${owned.ownerId} is open after it was made`);
  const parts = openParts(outcome.state, open.holdId);
  return { kind: 'held', holdId: open.holdId, asAsked: haveSame(parts, owned.parts) };
};

const haveSame = (parts: readonly OpenPart[], asked: Owned['parts']): boolean => {
  const amounts = new Map(parts.map(({ partId, amount }) => [partId, amount]));
  return amounts.size === asked.length && asked.every(({ partId, amount }) => amounts.get(partId) === amount);
};

/**
 * The reason why the ledger would refuse a hold now, or undefined. It is checked before any claim, so that a call
 * without enough credits appends nothing: refusals must not grow a stream. Only a hold that another call makes in
 * between is met after the claim. Credits bound the number of those.
 */
export const whyNotHeld = async (
  deps: Pick<LedgerDeps, 'clock' | 'ids'> & { readonly commands: Pick<CommandHandler, 'read'> },
  workspaceId: string,
  owned: Owned,
): Promise<HoldRefusal | undefined> => {
  const { state } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  const decision = holdCredits(holdOf(deps, owned), state);
  return decision.kind === 'refused' ? asHoldRefusal(decision.refusal) : undefined;
};

const holdOf = ({ clock, ids }: Pick<LedgerDeps, 'clock' | 'ids'>, owned: Owned): HoldCredits => ({
  type: 'HoldCredits',
  entryId: newId('ent', ids),
  holdId: newId('hld', ids),
  ...owned,
  now: nowText(clock),
});

const asHoldRefusal = ({ code, detail }: LedgerRefusal): HoldRefusal => {
  // As the gate refuses the next call: a workspace that has ended has no members.
  if (code === 'ledger_closed') return { code: 'membership_required' };
  assert(isHoldRefusal(code), `a hold of ours was refused as ${code}`);
  return { code, detail };
};

const HOLD_REFUSALS: readonly string[] = [
  'insufficient_credits',
  'spend_cap_reached',
  'too_many_open_holds',
  'membership_required',
];

/** Whether the reason of a refused start is one of the ledger's. */
export const isHoldRefusal = (reason: string): reason is HoldRefusal['code'] => HOLD_REFUSALS.includes(reason);

/** Gives parts of a hold back: all that are open, or those of them that are named. `providerCosts`: of each part. */
export const releaseHold = async (
  { commands, clock, ids }: LedgerDeps,
  workspaceId: string,
  holdId: string,
  reason: string,
  context: CommandContext,
  partIds: readonly string[] | 'all' = 'all',
  providerCosts: ReleaseParts['providerCosts'] = {},
): Promise<void> => {
  const command = {
    type: 'ReleaseParts',
    entryId: newId('ent', ids),
    holdId,
    partIds,
    reason,
    providerCosts,
    now: nowText(clock),
  } as const;
  const outcome = await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  assert(outcome.kind !== 'refused', `a release of ours was refused`);
};

/** Spends the cost of an acceptance from a part, whose rest is released: the ledger after that. */
export const debitPart = async (
  { commands, clock, ids }: LedgerDeps,
  workspaceId: string,
  debit: Required<Omit<DebitPart, 'type' | 'entryId' | 'now'>>,
  context: CommandContext,
): Promise<LedgerState> => {
  const command = { type: 'DebitPart', entryId: newId('ent', ids), ...debit, now: nowText(clock) } as const;
  const outcome = await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  assert(outcome.kind !== 'refused', `a debit of ours was refused`);
  return outcome.state;
};
