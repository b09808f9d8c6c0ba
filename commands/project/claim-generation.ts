import { accept, refuse } from '../../src/kernel/decider.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import { generationClaimed, generationEnded, manifestTookOver } from '../../events/project.ts';
import { type Claim, isUsedUp, type ProjectState } from './state.ts';

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
type EndGeneration = {
  readonly type: 'EndGeneration';
  readonly n: number;
  readonly outcome: 'finished' | 'refused';
};

export const endGeneration = ({ n, outcome }: EndGeneration, { open }: ProjectState) =>
  open?.n === n ? accept(generationEnded({ n, jobId: open.jobId, outcome })) : accept();

/**
 * A person decides on a plan of a manifest that has generated nothing: it takes the place of the last one, as a
 * generation does. `checkedAt` is the revision of every check, as that of a claim.
 */
type TakeOver = {
  readonly type: 'TakeOver';
  readonly checkedAt: ExpectedRevision;
  readonly manifestHash: string;
  /** All its plans, in order. */
  readonly manifestPlanIds: readonly string[];
};

export const takeOver = (
  { checkedAt, manifestHash, manifestPlanIds }: TakeOver,
  state: ProjectState,
  revision: ExpectedRevision,
) => {
  if (state.name === null) return refuse('project_not_found');
  if (state.generated?.manifestHash === manifestHash) return accept();
  const { open } = state;
  // The end of that job would take the place back.
  if (open !== null && open.manifestHash !== manifestHash) {
    return refuse('storyboard_job_active', { jobId: open.jobId });
  }
  if (revision !== checkedAt) return refuse('moved');
  return accept(manifestTookOver({ manifestHash, manifestPlanIds: [...manifestPlanIds] }));
};
