/** The effect of ledger entries on a hold. */
import { type LedgerEvent, sumOf } from '../../events/ledger.ts';
import type { DomainEvent, RecordedEvent } from '../../src/kernel/event.ts';

/** The entries that close parts of a hold. */
type ClosingEntry = Extract<LedgerEvent, { readonly type: 'LedgerDebited' | 'HoldReleased' }>;

export const isClosing = <E extends DomainEvent>(event: E): event is Extract<E, ClosingEntry> =>
  event.type === 'LedgerDebited' || event.type === 'HoldReleased';

/** Credits that an entry takes out of its hold, and how many of them are spent. */
export const closingOf = (entry: ClosingEntry): { readonly closed: number; readonly spent: number } =>
  entry.type === 'LedgerDebited'
    ? { closed: sumOf(entry.data.debited) + sumOf(entry.data.returned), spent: entry.data.amount }
    : { closed: entry.data.parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0), spent: 0 };

type Charged = {
  readonly holdId: string;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly updatedAt: string;
};

/**
 * A job's document after parts of its hold were closed. All required credits were held when it was queued, so `held` is
 * that less the closed parts. Holds of starts that were refused are not the job's.
 */
export const creditedBy = <D extends Charged>(document: D, event: RecordedEvent<ClosingEntry>): D => {
  if (event.data.holdId !== document.holdId) return document;
  const { closed, spent } = closingOf(event);
  return {
    ...document,
    heldCredits: document.heldCredits - closed,
    chargedCredits: document.chargedCredits + spent,
    updatedAt: event.metadata.at,
  };
};
