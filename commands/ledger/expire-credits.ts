import { accept, refuse } from '../../src/kernel/decider.ts';
import { toUtc } from '../../src/kernel/time.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { creditsExpired } from '../../events/ledger/index.ts';
import { entryIdOk } from './checks.ts';
import { isDue, poolOf } from './lots.ts';
import type { LedgerState } from './state.ts';

/** Takes away what is free of lots whose date has passed. `now`: RFC 3339. */
export type ExpireCredits = { readonly type: 'ExpireCredits'; readonly entryId: string; readonly now: string };

export const expireCredits = (command: ExpireCredits, state: LedgerState) => {
  const now = toUtc(command.now);
  if (!entryIdOk(command.entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  return accept(...expireDue(state, command.entryId, now));
};

/**
 * One entry for each lot that is due, `<entryId>-1` and on: also part of every append that holds or gives back, so that
 * nobody spends what is past its date and credits given back late expire at once.
 */
export const expireDue = (
  state: LedgerState,
  entryId: string,
  now: string,
): readonly EventOf<typeof creditsExpired>[] => {
  const events: EventOf<typeof creditsExpired>[] = [];
  let balances = state.balances;
  for (const { id: lot, free: amount } of state.lots) {
    if (amount === 0 || !isDue(lot, now)) continue;
    const pool = poolOf(lot);
    balances = { ...balances, [pool]: balances[pool] - amount };
    events.push(creditsExpired({ entryId: `${entryId}-${events.length + 1}`, lot, amount, balances }));
  }
  return events;
};
