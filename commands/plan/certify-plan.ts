import { sha256 } from '../../src/kernel/canonical-json.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import { assert } from '../../src/kernel/faults.ts';
import type { FrameEvidence } from '../../events/common.ts';
import { planCertified } from '../../events/plan/index.ts';
import { isAcceptedByPerson } from './state.ts';
import type { PlanFrame, PlanState } from './state.ts';

/** A person has accepted every frame: the certificate names each frame's asset, evidence and decision. */
export type CertifyPlan = {
  readonly type: 'CertifyPlan';
  readonly now: string;
  /** By requirement id: what the accepted assets were judged on. */
  readonly evidence: ReadonlyMap<string, FrameEvidence>;
};

export const certifyPlan = ({ now, evidence }: CertifyPlan, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  if (state.certified) return accept();
  if (state.supersededBy !== null) return refuse('plan_superseded');
  if (!state.frames.every(isAcceptedByPerson)) return refuse('not_all_accepted');
  const frames = state.frames.map((frame, frameIndex) => ({
    frameIndex,
    requirementId: frame.requirementId,
    ...grounds(frame),
    evidence: evidence.get(frame.requirementId) ?? frame.carried?.evidence ?? null,
  }));
  return accept(planCertified({ certifiedAt: now, frames }));
};

const grounds = ({ review, carried }: PlanFrame) => {
  const source = review ?? carried?.decision;
  assert(source !== undefined && source !== null, 'a certified frame has a decision');
  return {
    assetHash: review?.assetHash ?? carried?.asset.hash ?? '',
    decision: { noteHash: sha256(source.note), decidedBy: source.decidedBy, decidedAt: source.decidedAt },
  };
};
