import { accept, refuse } from '../../src/kernel/decider.ts';
import { toUtc } from '../../src/kernel/time.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { creditsExpired, type LedgerEvent, poolOf } from '../../events/ledger.ts';
import { entryIdOk } from './checks.ts';
import { fold } from './evolve.ts';
import { isDue } from './lots.ts';
import type { LedgerState } from './state.ts';

/** Takes away the free credits of lots whose date has passed. `now`: RFC 3339. */
type ExpireCredits = { readonly type: 'ExpireCredits'; readonly entryId: string; readonly now: string };

export const expireCredits = (command: ExpireCredits, state: LedgerState) => {
  const now = toUtc(command.now);
  if (!entryIdOk(command.entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  return accept(...expireDue(state, command.entryId, now));
};

/** An entry that releases credits, and the expiry of those past their date: in one append, or they are spent. */
export const thenExpire = <E extends LedgerEvent & { readonly data: { readonly entryId: string } }>(
  state: LedgerState,
  entry: E,
  now: string,
): readonly LedgerEvent[] => [entry, ...expireDue(fold(state, [entry]), entry.data.entryId, now)];

/**
 * One entry for each lot that is due, `<entryId>-1` and on. Every append that holds starts with these, so that no hold
 * uses expired credits.
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
