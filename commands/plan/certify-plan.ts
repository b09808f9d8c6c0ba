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
  return accept(planCertified({ certifiedAt: now, frames: state.frames.map(certificateOf(evidence)) }));
};

const certificateOf = (evidence: CertifyPlan['evidence']) => (frame: PlanFrame, frameIndex: number) => {
  const { requirementId, review, carried } = frame;
  const source = review ?? carried?.decision;
  const assetHash = review === null ? carried?.asset.hash : review.assetHash;
  assert(source && assetHash, 'a certified frame has a decision on an asset');
  // What a carried asset was judged on says nothing of one that a repair put in its place.
  const known = carried?.asset.hash === assetHash ? carried.evidence : null;
  return {
    frameIndex,
    requirementId,
    assetHash,
    evidence: evidence.get(requirementId) ?? known,
    decision: { noteHash: sha256(source.note), decidedBy: source.decidedBy, decidedAt: source.decidedAt },
  };
};
