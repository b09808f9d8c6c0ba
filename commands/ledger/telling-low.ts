import { accept, type Decider } from '../../src/kernel/decider.ts';
import { creditsLow, type LedgerEvent } from '../../events/ledger.ts';
import { fold } from './evolve.ts';
import { balancesOf } from './queries.ts';
import type { LedgerRefusal } from './refusals.ts';
import { crossed } from './spending.ts';
import type { LedgerState } from './state.ts';

type Decide<C> = Decider<LedgerState, C, LedgerEvent, LedgerRefusal>['decide'];

/** Appends which take the available credits below a threshold say so. Above it again, the next fall is told anew. */
export const tellingLow =
  <C>(decide: Decide<C>): Decide<C> =>
  (command, state, revision) => {
    const decision = decide(command, state, revision);
    if (decision.kind === 'refused' || state.limits.lowAt.length === 0) return decision;
    const after = fold(state, decision.events);
    const threshold = crossed(state, after);
    if (threshold === undefined) return decision;
    const { available } = balancesOf(after);
    return accept(...decision.events, creditsLow({ threshold, available, balances: after.balances }));
  };
