/** What the photo sequence answers: composed when it is read, of the plan and the jobs of that plan. */
import type { DecisionRecord } from '../../events/common.ts';
import type { JobDocument, RequirementStatus } from '../job/document.ts';
import type { FrameDecision, PlanDocument } from '../plan/document.ts';
import { assetView, evidenceView, publicHash } from '../views.ts';
import type { AssetView, EvidenceView } from '../views.ts';
import { frameFacts } from './facts.ts';
import type { FrameFacts } from './facts.ts';
import { lifecycleOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';

export type PhotoSequence = {
  readonly ok: true;
  readonly plan: PlanView;
  readonly frames: readonly FrameView[];
  readonly lifecycle: Lifecycle;
  readonly certificate: CertificateView | null;
};

export type PlanView = {
  readonly id: string;
  readonly projectId: string;
  readonly workPlanId: string;
  readonly executionManifestArtifactHash: string;
  readonly part: number;
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly priceCredits: number;
  readonly jobIds: readonly string[];
  readonly repairPlanIds: readonly string[];
  /** True once a later manifest has begun to generate: no review, no repair. */
  readonly superseded: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type FrameView = {
  readonly frameIndex: number;
  readonly requirementId: string;
  readonly title: string | null;
  readonly status: RequirementStatus;
  readonly asset: AssetView | null;
  readonly evidence: EvidenceView | null;
  readonly decision: DecisionRecord | null;
};

export type CertificateView = {
  readonly certifiedAt: string;
  readonly frames: readonly {
    readonly frameIndex: number;
    readonly requirementId: string;
    readonly assetHash: string;
    readonly evidence: EvidenceView | null;
    /** The note in full is with the frame. */
    readonly decision: { readonly noteHash: string; readonly decidedBy: string; readonly decidedAt: string };
  }[];
};

/** `jobs`: those of the plan, in the order of their claims. */
export const photoSequence = (plan: PlanDocument, jobs: readonly JobDocument[]): PhotoSequence => {
  const facts = frameFacts(plan, jobs);
  return {
    ok: true,
    plan: planView(plan, jobs),
    frames: facts.map(frameView),
    lifecycle: lifecycleOf(plan, facts, jobs),
    certificate: certificateView(plan),
  };
};

const planView = (plan: PlanDocument, jobs: readonly JobDocument[]): PlanView => ({
  id: plan.planId,
  projectId: plan.projectId,
  workPlanId: plan.workPlanId,
  executionManifestArtifactHash: publicHash(plan.manifestHash),
  part: plan.part,
  firstFrame: plan.firstFrame,
  frameCount: plan.frames.length,
  priceCredits: plan.priceCredits,
  jobIds: jobs.map(({ jobId }) => jobId),
  repairPlanIds: plan.repairPlanIds,
  superseded: plan.supersededBy !== null,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
});

const frameView = (facts: FrameFacts): FrameView => ({
  frameIndex: facts.frameIndex,
  requirementId: facts.requirementId,
  title: facts.title,
  status: facts.status,
  asset: facts.asset === null ? null : assetView(facts.asset),
  evidence: facts.evidence === null ? null : evidenceView(facts.evidence),
  decision: facts.decision === null ? null : decisionView(facts.decision),
});

/** A decision as it is shown: what was said, by whom and when. */
export const decisionView = ({ decision, note, decidedBy, decidedAt }: FrameDecision): DecisionRecord => ({
  decision,
  note,
  decidedBy,
  decidedAt,
});

const certificateView = ({ certificate }: PlanDocument): CertificateView | null =>
  certificate === null
    ? null
    : {
        certifiedAt: certificate.certifiedAt,
        frames: certificate.frames.map((frame) => ({
          ...frame,
          assetHash: publicHash(frame.assetHash),
          evidence: frame.evidence === null ? null : evidenceView(frame.evidence),
          decision: { ...frame.decision, noteHash: publicHash(frame.decision.noteHash) },
        })),
      };
