import { sha256 } from '../../src/kernel/canonical-json.ts';
import { accept, refuse } from '../../src/kernel/decider.ts';
import { assert } from '../../src/kernel/faults.ts';
import type { FrameEvidence } from '../../events/common.ts';
import { planCertified } from '../../events/plan.ts';
import { isAcceptedByPerson, type PlanFrame, type PlanState } from './state.ts';

/** A person has accepted every frame: the certificate names each frame's asset, evidence and decision. */
export type CertifyPlan = {
  readonly type: 'CertifyPlan';
  readonly now: string;
  /** By requirement id: the evidence of the pictures that its jobs have scored last. */
  readonly evidence: ReadonlyMap<string, JudgedOn>;
};

export type JudgedOn = { readonly assetHash: string; readonly evidence: FrameEvidence };

export const certifyPlan = ({ now, evidence }: CertifyPlan, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  if (state.certified) return accept();
  if (state.supersededBy !== null) return refuse('plan_superseded');
  if (!state.frames.every(isAcceptedByPerson)) return refuse('not_all_accepted');
  // A slow certifier knows scores of pictures that were replaced meanwhile.
  if (!state.frames.every((frame) => isAsKnown(frame, evidence.get(frame.requirementId)))) return refuse('plan_moved');
  return accept(planCertified({ certifiedAt: now, frames: state.frames.map(certificateOf(evidence)) }));
};

const acceptedHash = ({ review, carried }: PlanFrame): string | null | undefined =>
  review === null ? carried?.asset.hash : review.assetHash;

const isAsKnown = (frame: PlanFrame, known: JudgedOn | undefined): boolean =>
  known === undefined || known.assetHash === acceptedHash(frame) || frame.carried?.asset.hash === acceptedHash(frame);

const certificateOf = (evidence: CertifyPlan['evidence']) => (frame: PlanFrame, frameIndex: number) => {
  const { requirementId, review, carried } = frame;
  const source = review ?? carried?.decision;
  const assetHash = acceptedHash(frame);
  assert(source && assetHash, 'a certified frame has a decision on an asset');
  // The evidence of one picture says nothing about its replacement.
  const own = evidence.get(requirementId);
  const known = carried?.asset.hash === assetHash ? carried.evidence : null;
  return {
    frameIndex,
    requirementId,
    assetHash,
    evidence: own?.assetHash === assetHash ? own.evidence : known,
    decision: { noteHash: sha256(source.note), decidedBy: source.decidedBy, decidedAt: source.decidedAt },
  };
};
