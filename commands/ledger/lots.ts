/**
 * Lots of credits: one per pool and date of expiry. Their ids sorted as text are the order of spending: `bonus` before
 * `paid`, within a pool the soonest date first and `never` last.
 */
import { assert } from '../../src/kernel/faults.ts';
import { type Allocation, expiryOf, type Pool } from '../../events/ledger.ts';

export type Lot = { readonly id: string; readonly free: number; readonly held: number };

/** `expiresAt`: RFC 3339 UTC with milliseconds, or null. */
export const lotIdOf = (pool: Pool, expiresAt: string | null): string => `${pool}:${expiresAt ?? 'never'}`;

/** `now`: RFC 3339 UTC with milliseconds. */
export const isDue = (lot: string, now: string): boolean => {
  const expiresAt = expiryOf(lot);
  return expiresAt !== undefined && expiresAt <= now;
};

/**
 * The lots after `allocations` moved. Each adds its amount times `free` to the free credits of its lot, and times
 * `held` to the held ones. An empty lot is gone, an unknown one is new.
 */
export const moveLots = (
  lots: readonly Lot[],
  allocations: readonly Allocation[],
  free: -1 | 0 | 1,
  held: -1 | 0 | 1,
): readonly Lot[] => {
  if (allocations.length === 0) return lots;
  const moved = lots.slice();
  for (const { lot: id, amount } of allocations) {
    let at = 0;
    while (at < moved.length && (moved[at] as Lot).id < id) at += 1;
    const old = moved[at]?.id === id ? moved[at] : undefined;
    const lot = { id, free: (old?.free ?? 0) + free * amount, held: (old?.held ?? 0) + held * amount };
    const kept = lot.free === 0 && lot.held === 0 ? [] : [lot];
    if (old !== undefined && kept.length === 1) moved[at] = lot;
    else moved.splice(at, old === undefined ? 0 : 1, ...kept);
  }
  return moved;
};

/** Takes `amounts` one after another from the free credits, in the order of spending. There must be enough. */
export const allocate = (lots: readonly Lot[], amounts: readonly number[]): readonly Allocation[][] => {
  let at = 0;
  let left = lots[0]?.free ?? 0;
  return amounts.map((amount) => {
    const taken: Allocation[] = [];
    for (let missing = amount; missing > 0;) {
      const lot = lots[at];
      assert(lot !== undefined, 'a hold is allocated only when enough is free');
      const take = Math.min(left, missing);
      if (take > 0) taken.push({ lot: lot.id, amount: take });
      missing -= take;
      left -= take;
      if (left === 0) left = lots[(at += 1)]?.free ?? 0;
    }
    return taken;
  });
};

/** Splits allocations: the first `amount` credits of them, and the rest. */
export const splitAt = (
  allocations: readonly Allocation[],
  amount: number,
): { readonly first: Allocation[]; readonly rest: Allocation[] } => {
  const first: Allocation[] = [];
  const rest: Allocation[] = [];
  let missing = amount;
  for (const { lot, amount: size } of allocations) {
    const take = Math.min(size, missing);
    missing -= take;
    if (take > 0) first.push({ lot, amount: take });
    if (size > take) rest.push({ lot, amount: size - take });
  }
  return { first, rest };
};
