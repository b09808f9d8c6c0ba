import { accept, refuse } from '../../src/kernel/decider.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';
import type { OwnKeyName } from '../../events/common.ts';
import { bonusOf, holdReleased, ledgerDebited, sumOf } from '../../events/ledger.ts';
import { amountOk, entryIdOk } from './checks.ts';
import { thenExpire } from './expire-credits.ts';
import { splitAt } from './lots.ts';
import { monthOf } from './spending.ts';
import type { LedgerState } from './state.ts';

/**
 * Closes a part by spending `amount` of it, never more than the part; the rest goes back to its lots. A part that is
 * not open stays as it was closed: nothing changes.
 */
export type DebitPart = {
  readonly type: 'DebitPart';
  readonly entryId: string;
  readonly holdId: string;
  readonly partId: string;
  readonly amount: number;
  /** The attempts that are paid for. */
  readonly attemptKeys: readonly string[];
  /** The cost, as providers told it, of all attempts behind the part. */
  readonly providerCosts?: readonly ProviderCost[];
  /** The workspace's keys that the work was made under. */
  readonly ownKeys?: readonly OwnKeyName[];
  readonly now: string;
};

export const debitPart = (command: DebitPart, state: LedgerState) => {
  const { entryId, holdId, partId, attemptKeys, ownKeys = [], providerCosts = [] } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  if (!amountOk(command.amount, 0, Number.MAX_SAFE_INTEGER)) {
    return refuse('amount_out_of_range', { amount: command.amount });
  }
  const hold = state.holds.find((open) => open.holdId === holdId);
  const part = hold?.parts.find((open) => open.partId === partId);
  if (hold === undefined || part === undefined) return accept();

  const whole = sumOf(part.allocations);
  const amount = Math.min(command.amount, whole);
  const { first: debited, rest: returned } = splitAt(part.allocations, amount);
  const bonus = bonusOf(debited);
  const balances = {
    paid: state.balances.paid - (amount - bonus),
    bonus: state.balances.bonus - bonus,
    held: state.balances.held - whole,
  };
  const { ownerId } = hold;
  const entry = {
    entryId,
    holdId,
    ownerId,
    partId,
    amount,
    debited,
    returned,
    attemptKeys: [...attemptKeys],
    ...(providerCosts.length === 0 ? {} : { providerCosts: [...providerCosts] }),
    month: monthOf(now),
    ...(ownKeys.length === 0 ? {} : { ownKeys: [...ownKeys] }),
    balances,
  };
  const event = ledgerDebited(entry);
  return accept(...thenExpire(state, event, now));
};

/** Gives parts of a hold back unspent, those of them that are open; none open: nothing changes. */
export type ReleaseParts = {
  readonly type: 'ReleaseParts';
  readonly entryId: string;
  readonly holdId: string;
  readonly partIds: readonly string[] | 'all';
  readonly reason: string;
  /** The cost, as providers told it, of all attempts behind each part; absent parts had none. */
  readonly providerCosts?: Readonly<Record<string, readonly ProviderCost[]>>;
  readonly now: string;
};

export const releaseParts = (command: ReleaseParts, state: LedgerState) => {
  const { entryId, holdId, partIds, reason, providerCosts = {} } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  const hold = state.holds.find((open) => open.holdId === holdId);
  const parts = hold?.parts.filter(({ partId }) => partIds === 'all' || partIds.includes(partId)) ?? [];
  if (hold === undefined || parts.length === 0) return accept();

  const given = parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);
  const balances = { ...state.balances, held: state.balances.held - given };
  // A part closes once, and its costs are told with that.
  const costs = sumOfCosts(parts.flatMap(({ partId }) => providerCosts[partId] ?? []));
  const told = costs.length === 0 ? {} : { providerCosts: costs };
  const event = holdReleased({ entryId, holdId, ownerId: hold.ownerId, parts, reason, ...told, balances });
  return accept(...thenExpire(state, event, now));
};
