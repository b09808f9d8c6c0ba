/** The answer of the photo sequence: composed on reading, of the plan and its jobs. */
import type { JobDocument } from '../job/document.ts';
import type { RequirementStatus } from '../job/view.ts';
import type { FrameDecision, PlanDocument } from '../plan/document.ts';
import {
  assetView,
  type AssetView,
  evidenceView,
  type EvidenceView,
  type Names,
  personView,
  type PersonView,
  publicHash,
} from '../common/views.ts';
import { frameFacts, type FrameFacts } from './facts.ts';
import { type Lifecycle, lifecycleOf } from './lifecycle.ts';

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
  /** True once another manifest generates or was decided on: no review, no repair. */
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
  readonly decision: DecisionView | null;
};

export type DecisionView = Pick<FrameDecision, 'decision' | 'note' | 'approveForTraining' | 'decidedAt'> & {
  readonly decidedBy: PersonView;
};

export type CertificateView = {
  readonly certifiedAt: string;
  readonly frames: readonly {
    readonly frameIndex: number;
    readonly requirementId: string;
    readonly assetHash: string;
    readonly evidence: EvidenceView | null;
    /** The note in full is with the frame. */
    readonly decision: { readonly noteHash: string; readonly decidedBy: PersonView; readonly decidedAt: string };
  }[];
};

/** The keys of the people that decided on frames of the plan. */
export const decidersOf = ({ frames, certificate }: PlanDocument): readonly string[] => [
  ...frames.flatMap(({ decision }) => decision?.decidedBy ?? []),
  ...(certificate?.frames ?? []).map(({ decision }) => decision.decidedBy),
];

/**
 * `jobs`: those of the plan, in the order of their claims. `names`: of its deciders, where they are known. `outdated`:
 * another manifest has generated since, which the plan itself need not know.
 */
export const photoSequence = (
  plan: PlanDocument,
  jobs: readonly JobDocument[],
  names: Names,
  outdated = false,
): PhotoSequence => {
  const facts = frameFacts(plan, jobs);
  return {
    ok: true,
    plan: planView(plan, jobs, outdated),
    frames: facts.map((one) => frameView(one, names)),
    lifecycle: lifecycleOf(plan, facts, jobs),
    certificate: certificateView(plan, names),
  };
};

const planView = (plan: PlanDocument, jobs: readonly JobDocument[], outdated: boolean): PlanView => ({
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
  superseded: plan.supersededBy !== null || outdated,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
});

const frameView = (facts: FrameFacts, names: Names): FrameView => ({
  frameIndex: facts.frameIndex,
  requirementId: facts.requirementId,
  title: facts.title,
  status: facts.status,
  asset: facts.asset === null ? null : assetView(facts.asset),
  evidence: facts.evidence === null ? null : evidenceView(facts.evidence),
  decision: facts.decision === null ? null : decisionView(facts.decision, names),
});

/** A decision for display: its text, its author and its time. */
export const decisionView = (
  {
    decision,
    note,
    approveForTraining,
    decidedBy,
    decidedAt,
  }: Pick<FrameDecision, 'decision' | 'note' | 'approveForTraining' | 'decidedBy' | 'decidedAt'>,
  names: Names,
): DecisionView => ({ decision, note, approveForTraining, decidedBy: personView(decidedBy, names), decidedAt });

const certificateView = ({ certificate }: PlanDocument, names: Names): CertificateView | null =>
  certificate === null
    ? null
    : {
        certifiedAt: certificate.certifiedAt,
        frames: certificate.frames.map((frame) => ({
          ...frame,
          assetHash: publicHash(frame.assetHash),
          evidence: frame.evidence === null ? null : evidenceView(frame.evidence),
          decision: {
            noteHash: publicHash(frame.decision.noteHash),
            decidedBy: personView(frame.decision.decidedBy, names),
            decidedAt: frame.decision.decidedAt,
          },
        })),
      };
