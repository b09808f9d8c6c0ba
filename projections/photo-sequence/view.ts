/** The answer of the photo sequence: composed on reading, of the plan and its jobs. */
import type { JobDocument } from '../job/document.ts';
import type { FrameDecision, PlanDocument } from '../plan/document.ts';
import { assetView, evidenceView, type Names, personView, publicHash } from '../common/views.ts';
import { frameFacts, type FrameFacts } from './facts.ts';
import { lifecycleOf } from './lifecycle.ts';

export type PhotoSequence = ReturnType<typeof photoSequence>;

/** The keys of the people that decided on frames of the plan. */
export const decidersOf = ({ frames, certificate }: PlanDocument): readonly string[] => [
  ...frames.flatMap(({ decision }) => decision?.decidedBy ?? []),
  ...(certificate?.frames ?? []).map(({ decision }) => decision.decidedBy),
];

/**
 * `jobs`: those of the plan, in the order of their claims. `names`: of its deciders, where they are known. `outdated`:
 * another manifest has generated since, which the plan itself need not know.
 */
export const photoSequence = (plan: PlanDocument, jobs: readonly JobDocument[], names: Names, outdated = false) => {
  const facts = frameFacts(plan, jobs);
  return {
    ok: true,
    plan: planView(plan, jobs, outdated),
    frames: facts.map((one) => frameView(one, names)),
    lifecycle: lifecycleOf(plan, facts, jobs),
    certificate: certificateView(plan, names),
  };
};

const planView = (plan: PlanDocument, jobs: readonly JobDocument[], outdated: boolean) => ({
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
  /** No review and no repair any more. */
  superseded: plan.supersededBy !== null || outdated,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
});

const frameView = (facts: FrameFacts, names: Names) => ({
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
) => ({ decision, note, approveForTraining, decidedBy: personView(decidedBy, names), decidedAt });

const certificateView = ({ certificate }: PlanDocument, names: Names) =>
  certificate === null
    ? null
    : {
        certifiedAt: certificate.certifiedAt,
        frames: certificate.frames.map((frame) => ({
          ...frame,
          assetHash: publicHash(frame.assetHash),
          evidence: frame.evidence === null ? null : evidenceView(frame.evidence),
          decision: {
            // The note in full is with the frame.
            noteHash: publicHash(frame.decision.noteHash),
            decidedBy: personView(frame.decision.decidedBy, names),
            decidedAt: frame.decision.decidedAt,
          },
        })),
      };
