/** The held credits and the cost of a job. */
import type { JobDocument } from './document.ts';

/**
 * The document of a job that was folded from its own stream alone, where acceptances carry their cost. `heldCredits`:
 * those of its open parts, as the ledger's state tells.
 */
export const withCredits = (document: JobDocument, heldCredits: number): JobDocument => ({
  ...document,
  heldCredits,
  chargedCredits: document.tasks.reduce((sum, { accepted }) => sum + (accepted?.creditsCharged ?? 0), 0),
});
