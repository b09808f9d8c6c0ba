import { accept, refuse } from '../../src/kernel/decider.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import { generationClaimed, generationEnded } from '../../events/project.ts';
import { isUsedUp } from './queries.ts';
import type { Claim, ProjectState } from './state.ts';

/**
 * Step 1 of the start of paid work. `checkedAt` is the revision of every check. A project that has moved since refuses,
 * so that the checks hold at append time (I20).
 */
export type ClaimGeneration = {
  readonly type: 'ClaimGeneration';
  readonly checkedAt: ExpectedRevision;
  readonly claim: Claim;
};

export const claimGeneration = (
  { checkedAt, claim }: ClaimGeneration,
  state: ProjectState,
  revision: ExpectedRevision,
) => {
  if (state.name === null) return refuse('project_not_found');
  const { open } = state;
  if (open?.jobId === claim.jobId) return accept();
  if (open !== null) return refuse('storyboard_job_active', { jobId: open.jobId });
  // Numbers follow each other without a gap: the end of a claim names its number.
  if (revision !== checkedAt || claim.n !== state.lastClaim + 1) return refuse('moved');
  return isUsedUp(state, claim) ? refuse('too_many_jobs') : accept(generationClaimed(claim));
};

/** The storyboard is free again. */
export type EndGeneration = {
  readonly type: 'EndGeneration';
  readonly n: number;
  readonly outcome: 'finished' | 'refused';
};

export const endGeneration = ({ n, outcome }: EndGeneration, { open }: ProjectState) =>
  open?.n === n ? accept(generationEnded({ n, jobId: open.jobId, outcome })) : accept();
