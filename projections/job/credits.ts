/** What a job holds and has cost. */
import type { RecordedEvent } from '../../src/kernel/event.ts';
import type { Allocation } from '../../events/ledger/common.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import type { JobDocument } from './document.ts';

type Closing = Extract<LedgerEvent, { readonly type: 'LedgerDebited' | 'HoldReleased' }>;

/**
 * After a part of its hold was closed. Everything required was held when it was queued, so what is held is that less
 * what was closed. Holds of starts that were refused are not the job's.
 */
export const creditedBy = (document: JobDocument, event: RecordedEvent<Closing>): JobDocument => {
  if (event.data.holdId !== document.holdId) return document;
  const closed =
    event.type === 'LedgerDebited'
      ? sumOf(event.data.debited) + sumOf(event.data.returned)
      : event.data.parts.reduce((sum, part) => sum + sumOf(part.allocations), 0);
  return {
    ...document,
    heldCredits: document.heldCredits - closed,
    chargedCredits: document.chargedCredits + (event.type === 'LedgerDebited' ? event.data.amount : 0),
    updatedAt: event.metadata.at,
  };
};

const sumOf = (allocations: readonly Allocation[]): number => {
  let sum = 0;
  for (const { amount } of allocations) sum += amount;
  return sum;
};

/**
 * The document of a job that was folded from its own stream alone, where acceptances carry what they cost. `held`:
 * the credits of its open parts, as the ledger's state tells.
 */
export const withCredits = (document: JobDocument, heldCredits: number): JobDocument => ({
  ...document,
  heldCredits,
  chargedCredits: document.requirements.reduce((sum, { accepted }) => sum + (accepted?.creditsCharged ?? 0), 0),
});
