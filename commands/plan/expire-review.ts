import { accept, refuse } from '../../src/kernel/decider.ts';
import { frameReviewExpired } from '../../events/plan.ts';
import type { PlanState } from './state.ts';

/** A frame that this job left in human review had no decision in time. An earlier decision wins: nothing happens. */
export type ExpireReview = { readonly type: 'ExpireReview'; readonly requirementId: string; readonly jobId: string };

export const expireReview = ({ requirementId, jobId }: ExpireReview, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  const frameIndex = state.frames.findIndex((frame) => frame.requirementId === requirementId);
  const frame = state.frames[frameIndex];
  if (frame === undefined || frame.expired || frame.review !== null) return accept();
  if (state.supersededBy !== null || state.certified) return accept();
  if (frame.repairJobId !== null && frame.repairJobId !== jobId) return accept();
  return accept(frameReviewExpired({ frameIndex, requirementId, jobId }));
};
