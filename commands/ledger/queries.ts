/** Queries of a ledger's state. */
import { type Balances, sumOf } from '../../events/ledger.ts';
import type { LedgerState, OpenHold } from './state.ts';

type BalancesView = Balances & {
  /** `paid` + `bonus`, held credits included. */
  readonly total: number;
  /** `total` less `held`. Credits due to expire count until an entry expires them. */
  readonly available: number;
};

export const balancesOf = ({ balances }: LedgerState): BalancesView => {
  const total = balances.paid + balances.bonus;
  return { ...balances, total, available: total - balances.held };
};

/** The hold of a start of a job, while any part of it is open. */
export const openHold = (state: LedgerState, ownerId: string, n: number): OpenHold | undefined =>
  state.holds.find((hold) => hold.ownerId === ownerId && hold.n === n);

/** All open holds of a job, the oldest start first: the end of the job settles them. */
export const openHoldsOf = (state: LedgerState, ownerId: string): readonly OpenHold[] =>
  state.holds.filter((hold) => hold.ownerId === ownerId);

export type OpenPart = { readonly partId: string; readonly amount: number };

/** The parts of a hold that are neither debited nor released; none for a hold that is closed or unknown. */
export const openParts = (state: LedgerState, holdId: string): readonly OpenPart[] =>
  state.holds
    .find((hold) => hold.holdId === holdId)
    ?.parts.map(({ partId, allocations }) => ({ partId, amount: sumOf(allocations) })) ?? [];
