import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { charactersIn } from '../../src/kernel/text.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { creditsGranted, type Pool } from '../../events/ledger.ts';
import { amountOk, entryIdOk } from './checks.ts';
import { lotIdOf } from './lots.ts';
import type { LedgerState } from './state.ts';

/**
 * Adds credits to the lot of a pool and date. A grant whose entry id is among the last `limits.ledgerGrantIdsMax`
 * grants and refunds, and a second trial grant, change nothing.
 */
type GrantCredits = {
  readonly type: 'GrantCredits';
  readonly entryId: string;
  readonly pool: Pool;
  readonly amount: number;
  /** RFC 3339, in the future; null: never. */
  readonly expiresAt: string | null;
  readonly note: string;
  readonly trial: boolean;
  readonly now: string;
};

export const grantCredits = (command: GrantCredits, state: LedgerState) => {
  const { entryId, pool, amount, note, trial } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  if (charactersIn(note) > limits.grantNoteCharsMax) return refuse('malformed_entry', { what: 'note' });
  if (state.grantIds.includes(entryId) || (trial && state.trialGranted)) return accept();
  if (state.closed) return refuse('ledger_closed');

  const { paid, bonus } = state.balances;
  const most = Math.min(limits.grantAmountMax, Number.MAX_SAFE_INTEGER - paid - bonus);
  if (!amountOk(amount, 1, most)) return refuse('amount_out_of_range', { amount });

  const expiresAt = command.expiresAt === null ? null : toUtc(command.expiresAt);
  if (expiresAt === undefined || (expiresAt !== null && expiresAt <= now)) return refuse('expiry_invalid');
  const lot = lotIdOf(pool, expiresAt);
  if (state.lots.length >= limits.ledgerLotsMax && !state.lots.some(({ id }) => id === lot)) {
    return refuse('too_many_lots', { lots: state.lots.length });
  }
  const balances = { ...state.balances, [pool]: state.balances[pool] + amount };
  return accept(creditsGranted({ entryId, lot, amount, note, trial, balances }));
};
