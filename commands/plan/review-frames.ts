import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { frameReviewed, frameReviewExpired, type PlanEvent } from '../../events/plan.ts';
import { attemptsMaxOf, isSentToRepair, type PlanFrame, type PlanState } from './state.ts';

/** The facts that the jobs tell about a frame when the decision is made. */
export type FrameFact = {
  /** `scored`: accepted by the scorer, carried, or failed with a score; `waiting`: in human review. */
  readonly status: 'not_scored' | 'under_way' | 'scored' | 'waiting';
  /** The latest scored attempt's asset. */
  readonly assetHash: string | null;
  /** The job of the frame; null when it is carried. */
  readonly jobId: string | null;
  /** How many attempts were made at it under this manifest. */
  readonly attemptsUsed: number;
};

export type ReviewDecision = {
  readonly frameIndex: number;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly additionsHash: string | null;
  readonly approveForTraining: boolean;
  readonly fact: FrameFact;
};

/** A person's decisions on frames of one plan: all of them or none. Never spends anew. */
export type ReviewFrames = {
  readonly type: 'ReviewFrames';
  readonly decisions: readonly ReviewDecision[];
  readonly decidedBy: string;
  readonly now: string;
};

export const reviewFrames = (command: ReviewFrames, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  const events: PlanEvent[] = [];
  for (const decision of command.decisions) {
    const frame = state.frames[decision.frameIndex];
    if (frame === undefined) return refuse('qa_report_missing', { frameIndex: decision.frameIndex });
    if (isInForce(frame, decision)) continue;
    const code = whyNot(state, frame, decision);
    if (code !== undefined) return refuse(code, { frameIndex: decision.frameIndex });
    events.push(eventOf(command, frame, decision));
  }
  return accept(...events);
};

const isInForce = ({ review }: PlanFrame, decision: ReviewDecision): boolean =>
  review !== null &&
  review.decision === decision.decision &&
  review.note === decision.note &&
  review.additionsHash === decision.additionsHash &&
  review.approveForTraining === decision.approveForTraining &&
  (review.decision === 'repair' || review.assetHash === decision.fact.assetHash);

const whyNot = (state: PlanState, frame: PlanFrame, { decision, fact }: ReviewDecision) => {
  if (state.supersededBy !== null) return 'plan_superseded';
  if (state.certified) return 'plan_certified';
  if (frame.expired) return 'review_expired';
  // Its next score must be that of a repair that is still to come, or of the last one planned.
  if (isSentToRepair(frame)) return 'qa_report_missing';
  if (frame.repairJobId !== null && frame.repairJobId !== fact.jobId) return 'qa_report_missing';
  // Else its part would go back, and the accept that is on its way would be charged and never paid.
  if (decision === 'repair' && frame.review?.decision === 'accept' && fact.status === 'waiting')
    return 'accept_pending';
  if (fact.status === 'not_scored' || fact.status === 'under_way') return 'qa_report_missing';
  if (decision === 'accept') {
    if (fact.assetHash === null) return 'qa_report_missing';
    // The last accept is final. A repair is taken all the same: it leads to another picture.
    return isDecidedOut(frame, fact.assetHash) ? 'decision_limit_reached' : undefined;
  }
  // Taken, it would be a decision that no repair can carry out, and that no other one can replace.
  return attemptsMaxOf(frame, 1) <= fact.attemptsUsed ? 'repair_limit_reached' : undefined;
};

/** Decisions may be changed, and are events: a plan's stream is bounded, so is how often one picture is decided on. */
const isDecidedOut = (frame: PlanFrame, assetHash: string): boolean =>
  frame.decidedOn === assetHash && frame.decisionsOnPicture >= limits.decisionsPerPictureMax;

const eventOf = (command: ReviewFrames, frame: PlanFrame, decision: ReviewDecision): PlanEvent => {
  const { fact, frameIndex, note, additionsHash, approveForTraining } = decision;
  return frameReviewed({
    frameIndex,
    requirementId: frame.requirementId,
    decision: decision.decision,
    note,
    additionsHash,
    approveForTraining,
    assetHash: fact.assetHash,
    jobId: fact.jobId,
    decidedBy: command.decidedBy,
    decidedAt: command.now,
  });
};

/** A frame that this job left in human review had no decision in time. An earlier decision wins: nothing happens. */
type ExpireReview = { readonly type: 'ExpireReview'; readonly requirementId: string; readonly jobId: string };

export const expireReview = ({ requirementId, jobId }: ExpireReview, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  const frameIndex = state.frames.findIndex((frame) => frame.requirementId === requirementId);
  const frame = state.frames[frameIndex];
  if (frame === undefined || frame.expired || frame.review !== null) return accept();
  if (state.supersededBy !== null || state.certified) return accept();
  if (frame.repairJobId !== null && frame.repairJobId !== jobId) return accept();
  return accept(frameReviewExpired({ frameIndex, requirementId, jobId }));
};
