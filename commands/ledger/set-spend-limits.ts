import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { spendLimitsSet } from '../../events/ledger.ts';
import { amountOk } from './checks.ts';
import type { LedgerState } from './state.ts';

/** Bounds what the workspace spends in a calendar month, and says when its credits are low. */
export type SetSpendLimits = {
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
