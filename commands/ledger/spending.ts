/** The credits that a calendar month has spent: held ones, whenever they were held, and those debited in the month. */
import { limits } from '../../src/kernel/limits.ts';
import { balancesOf } from './queries.ts';
import { type LedgerState, NOTHING_SPENT, type OpenHold, type Spending } from './state.ts';
import { spendLimitsSet, sumOf } from '../../events/ledger.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import { amountOk } from './checks.ts';

/** Of an RFC 3339 time in UTC. */
export const monthOf = (time: string): string => time.slice(0, 7);

/** A late clock counts in the newest month that the ledger knows. */
const spendingIn = (spending: Spending, month: string): Spending =>
  spending.month >= month ? spending : { ...NOTHING_SPENT, month };

/** The count after a debit; `month` is undefined in events of a time before months. */
export const withDebit = (
  { spending, holds }: LedgerState,
  { holdId, amount, month }: { readonly holdId: string; readonly amount: number; readonly month?: string },
): Spending => {
  if (month === undefined || amount === 0) return spending;
  const { debited, payers, ...known } = spendingIn(spending, month);
  const key = holds.find((hold) => hold.holdId === holdId)?.payerKey;
  const paid = (payers.find((payer) => payer.key === key)?.debited ?? 0) + amount;
  const others = payers.filter((payer) => payer.key !== key);
  return {
    ...known,
    debited: debited + amount,
    payers: key === undefined ? payers : [...others, { key, debited: paid }],
  };
};

/** A user whose token has a cap, and the cap: credits in a calendar month. */
export type Payer = { readonly key: string; readonly cap: number };

type SpentInMonth = { readonly month: string; readonly held: number; readonly debited: number };

export const spentInMonth = ({ spending, balances }: LedgerState, now: string): SpentInMonth => {
  const { month, debited } = spendingIn(spending, monthOf(now));
  return { month, held: balances.held, debited };
};

/** The reason why a month has no room for so many credits more, as the detail of `spend_cap_reached`. */
export const whyCapped = (state: LedgerState, required: number, now: string, payer: Payer | undefined) => {
  // Work under a key of the workspace costs nothing: it fits a cap that was lowered below what is spent.
  if (required === 0) return undefined;
  const { held, debited } = spentInMonth(state, now);
  const { monthlyCap } = state.limits;
  if (monthlyCap !== null && held + debited + required > monthlyCap) {
    return { capOf: 'workspace', cap: monthlyCap, spent: held + debited, required };
  }
  if (payer === undefined) return undefined;
  if (isFull(state, payer.key, now)) {
    const { ledgerPayersMax: usersMax } = limits;
    return { capOf: 'users', cap: usersMax, spent: usersMax, required: 1 };
  }
  const spent = spentBy(state, payer.key, now);
  return spent + required > payer.cap ? { capOf: 'token', cap: payer.cap, spent, required } : undefined;
};

const spentBy = ({ spending, holds }: LedgerState, key: string, now: string): number => {
  const { payers } = spendingIn(spending, monthOf(now));
  const held = holds.filter(({ payerKey }) => payerKey === key).reduce((sum, hold) => sum + heldIn(hold), 0);
  return held + (payers.find((payer) => payer.key === key)?.debited ?? 0);
};

const heldIn = ({ parts }: OpenHold): number => parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);

/** A ledger counts so many users with a cap at once: one more would not fit the end of its period. */
const isFull = ({ spending, holds }: LedgerState, key: string, now: string): boolean => {
  const debited = spendingIn(spending, monthOf(now)).payers.map((payer) => payer.key);
  const held = holds.flatMap(({ payerKey }) => payerKey ?? []);
  return new Set([...debited, ...held, key]).size > limits.ledgerPayersMax;
};

/** The lowest threshold that the available credits have fallen below, from a state to the next one. */
export const crossed = (before: LedgerState, after: LedgerState): number | undefined => {
  const [high, low] = [balancesOf(before).available, balancesOf(after).available];
  return before.limits.lowAt.find((threshold) => high >= threshold && low < threshold);
};

/** Bounds what the workspace spends in a calendar month, and says when its credits are low. */
type SetSpendLimits = {
  readonly type: 'SetSpendLimits';
  /** Credits held and debited in a month at most; null: any number. */
  readonly monthlyCap: number | null;
  /** In any order. */
  readonly lowAt: readonly number[];
};

export const setSpendLimits = ({ monthlyCap, ...command }: SetSpendLimits, state: LedgerState) => {
  const lowAt = [...new Set(command.lowAt)].toSorted((a, b) => a - b);
  const fits =
    (monthlyCap === null || amountOk(monthlyCap, 0, Number.MAX_SAFE_INTEGER)) &&
    lowAt.length <= limits.creditsLowThresholdsMax &&
    lowAt.every((threshold) => amountOk(threshold, 1, Number.MAX_SAFE_INTEGER));
  if (!fits) return refuse('malformed_entry', { what: 'monthlyCap or lowAt' });
  const { limits: now, balances } = state;
  if (now.monthlyCap === monthlyCap && now.lowAt.join() === lowAt.join()) return accept();
  return accept(spendLimitsSet({ monthlyCap, lowAt, balances }));
};
