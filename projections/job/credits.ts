/** The held credits and the cost of a job. */
import { isWhole } from '../../commands/job/queries.ts';
import type { JobDocument } from './document.ts';

/**
 * The document of a job that was folded from its own stream alone, where acceptances carry their cost. `heldCredits`:
 * those of its open parts, as the ledger's state tells.
 */
export const withCredits = (document: JobDocument, heldCredits: number): JobDocument => ({
  ...document,
  heldCredits,
  chargedCredits:
    document.settle === 'whole' && !(heldCredits === 0 && isAllMade(document)) ? 0 : acceptedCredits(document),
});

const acceptedCredits = ({ tasks, unseen }: JobDocument): number =>
  tasks.reduce((sum, { accepted }) => sum + (accepted?.creditsCharged ?? 0), unseen.credits);

/** Everything that it was queued for is made. */
const isAllMade = ({ tasks, unseen }: JobDocument): boolean => unseen.accepted === unseen.total && isWhole({ tasks });
