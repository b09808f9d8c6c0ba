/** What a job holds and has cost. */
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { closingOf } from '../credits.ts';
import type { ClosingEntry } from '../credits.ts';
import type { JobDocument } from './document.ts';

/**
 * After parts of its hold were closed. Everything required was held when it was queued, so what is held is that less
 * what was closed. Holds of starts that were refused are not the job's.
 */
export const creditedBy = (document: JobDocument, event: RecordedEvent<ClosingEntry>): JobDocument => {
  if (event.data.holdId !== document.holdId) return document;
  const { closed, spent } = closingOf(event);
  return {
    ...document,
    heldCredits: document.heldCredits - closed,
    chargedCredits: document.chargedCredits + spent,
    updatedAt: event.metadata.at,
  };
};

/**
 * The document of a job that was folded from its own stream alone, where acceptances carry what they cost.
 * `heldCredits`: those of its open parts, as the ledger's state tells.
 */
export const withCredits = (document: JobDocument, heldCredits: number): JobDocument => ({
  ...document,
  heldCredits,
  chargedCredits: document.requirements.reduce((sum, { accepted }) => sum + (accepted?.creditsCharged ?? 0), 0),
});
