import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { creditsHeld, type LedgerEvent } from '../../events/ledger.ts';
import { amountOk, entryIdOk, idOk } from './checks.ts';
import { expireDue } from './expire-credits.ts';
import { allocate } from './lots.ts';
import { balancesOf, openHold } from './queries.ts';
import { fold } from './evolve.ts';
import { type Payer, whyCapped } from './spending.ts';
import type { LedgerState } from './state.ts';

/**
 * Sets credits aside for a claim, all or nothing. While a hold for (`ownerId`, `n`) is open, holding again changes
 * nothing, for any amount: `openHold` tells the open one. `ownerId`: the job's id, `n`: the number of its start.
 * `holdId` is fresh each time, never made from the claim. A slow claimer may hold for work that has long ended. Its
 * hold must not be taken for the one that the job named: otherwise no process releases it.
 */
export type HoldCredits = {
  readonly type: 'HoldCredits';
  readonly entryId: string;
  readonly holdId: string;
  readonly ownerId: string;
  readonly n: number;
  /** One per task; 0 credits for work on a customer's own key. */
  readonly parts: readonly { readonly partId: string; readonly amount: number }[];
  /** The user of a token with a cap. */
  readonly payer?: Payer;
  readonly now: string;
};

export const holdCredits = (command: HoldCredits, state: LedgerState) => {
  const { entryId, holdId, ownerId, n, parts, payer } = command;
  const now = toUtc(command.now);
  const what = malformed(command);
  if (what !== undefined || now === undefined) return refuse('malformed_entry', { what: what ?? 'now' });
  if (openHold(state, ownerId, n) !== undefined) return accept();
  if (state.closed) return refuse('ledger_closed');
  if (state.holds.some((hold) => hold.holdId === holdId)) return refuse('hold_id_taken');

  const wrong = parts.find(({ amount }) => !amountOk(amount, 0, limits.holdPartAmountMax));
  if (wrong !== undefined) return refuse('amount_out_of_range', { amount: wrong.amount });
  const amounts = parts.map(({ amount }) => amount);
  const required = amounts.reduce((sum, amount) => sum + amount, 0);

  const expired = expireDue(state, entryId, now);
  const after = fold(state, expired);
  const { available } = balancesOf(after);
  if (required > available) return refuse('insufficient_credits', { required, available });
  const capped = whyCapped(after, required, now, payer);
  if (capped !== undefined) return refuse('spend_cap_reached', capped);

  const allocations = allocate(after.lots, amounts);
  const open = {
    holds: after.holds.length + 1,
    parts: after.openParts + parts.length,
    allocations: after.openAllocations + allocations.reduce((sum, list) => sum + list.length, 0),
  };
  if (
    open.holds > limits.openHoldsPerWorkspaceMax ||
    open.parts > limits.openPartsPerWorkspaceMax ||
    open.allocations > limits.openAllocationsPerWorkspaceMax
  ) {
    return refuse('too_many_open_holds', open);
  }
  const held = parts.map(({ partId }, index) => ({ partId, allocations: allocations[index] ?? [] }));
  const balances = { ...after.balances, held: after.balances.held + required };
  // One of 0 credits counts for no user: the number of these is bounded.
  const of = payer === undefined || required === 0 ? {} : { payerKey: payer.key };
  return accept<LedgerEvent>(...expired, creditsHeld({ entryId, holdId, ownerId, n, parts: held, ...of, balances }));
};

const malformed = ({ entryId, holdId, ownerId, n, parts }: HoldCredits): string | undefined => {
  if (!entryIdOk(entryId)) return 'entryId';
  if (!idOk(holdId) || !idOk(ownerId) || !parts.every(({ partId }) => idOk(partId))) return 'id';
  if (!Number.isSafeInteger(n) || n < 0) return 'n';
  if (parts.length < 1 || parts.length > limits.holdPartsMax) return 'number of parts';
  return new Set(parts.map(({ partId }) => partId)).size === parts.length ? undefined : 'a part twice';
};
