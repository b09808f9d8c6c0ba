import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { isSentToRepair } from './queries.ts';
import type { PlanDetails, PlanFrame, PlanState } from './state.ts';

export const evolve = onEvent<PlanEvent, PlanState>({
  PlanPrepared: (state, details) => ({ ...state, details, frames: details.frames.map(unreviewed) }),
  FrameCarried: (state, data) => {
    const { frameIndex, requirementId: _, ...carried } = data;
    return withFrame(state, frameIndex, () => ({ carried }));
  },
  FrameReviewed: (state, review) =>
    withFrame(state, review.frameIndex, (frame) => ({
      review,
      decidedOn: review.assetHash,
      decisionsOnPicture: frame.decidedOn === review.assetHash ? frame.decisionsOnPicture + 1 : 1,
      repairsByPerson: frame.repairsByPerson + (review.decision === 'repair' && !isSentToRepair(frame) ? 1 : 0),
    })),
  FrameReviewExpired: (state, { frameIndex }) => withFrame(state, frameIndex, () => ({ expired: true })),
  RepairPlanned: (state, { n, jobId, requirementIds }) => {
    const taken = new Set(requirementIds);
    const frames = state.frames.map((frame) =>
      taken.has(frame.requirementId) ? { ...frame, review: null, repairJobId: jobId, expired: false } : frame,
    );
    return { ...state, frames, lastRepair: n };
  },
  PlanSuperseded: (state, { byManifestHash, jobs = [] }) => ({ ...state, supersededBy: byManifestHash, jobs }),
  PlanReplaced: (state, { byManifestHash, jobs }) => ({ ...state, supersededBy: byManifestHash, jobs }),
  PlanCertified: (state) => ({ ...state, certified: true }),
});

const unreviewed = ({ requirementId }: PlanDetails['frames'][number]): PlanFrame => ({
  requirementId,
  carried: null,
  review: null,
  decidedOn: null,
  decisionsOnPicture: 0,
  repairsByPerson: 0,
  repairJobId: null,
  expired: false,
});

const withFrame = (state: PlanState, index: number, change: (frame: PlanFrame) => Partial<PlanFrame>): PlanState => {
  const frame = state.frames[index];
  assert(frame !== undefined, `the plan has no frame ${index}`);
  return { ...state, frames: state.frames.with(index, { ...frame, ...change(frame) }) };
};
