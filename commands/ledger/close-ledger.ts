import { accept, refuse } from '../../src/kernel/decider.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { ledgerClosed, type LedgerEvent } from '../../events/ledger.ts';
import { entryIdOk } from './checks.ts';
import { fold } from './evolve.ts';
import { expireDue } from './expire-credits.ts';
import type { LedgerState } from './state.ts';

/**
 * The workspace ends, and nothing is held from here on. Paid credits, held ones included, are forfeited only where
 * `forfeit` says so.
 */
type CloseLedger = {
  readonly type: 'CloseLedger';
  /** Of the entries for credits that have expired by `now`. */
  readonly entryId: string;
  readonly forfeit: boolean;
  readonly now: string;
};

export const closeLedger = ({ entryId, forfeit, ...command }: CloseLedger, state: LedgerState) => {
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  if (state.closed) return accept();
  const expired = expireDue(state, entryId, now);
  const { balances } = fold(state, expired);
  if (balances.paid > 0 && !forfeit) return refuse('paid_credits_left', { paid: balances.paid });
  const events: readonly LedgerEvent[] = [...expired, ledgerClosed({ balances })];
  return accept(...events);
};
