/** The photo sequence: the answer that is composed on reading, of a plan and its jobs. */
import type { Asset, FrameEvidence } from '../events/common.ts';
import { isFinal, taskIn } from '../commands/job/queries.ts';
import type { JobDocument, TaskEntry } from './job/document.ts';
import { type RequirementStatus, shownStatus } from './job/view.ts';
import type { FrameDecision, PlanDocument, PlanFrame } from './plan/definition.ts';
import { assetView, evidenceView, type Names, personView, publicHash } from './common/views.ts';

/** Facts about a frame as people see it: of the document of the plan, and of those of its jobs. */
export type FrameFacts = Pick<PlanFrame, 'frameIndex' | 'requirementId' | 'title' | 'decision'> & {
  /**
   * The status for people. A person's decision in force outweighs the jobs: accepted, or `failed` when it was sent to
   * repair; `failed` too when its review expired. A frame that a repair has taken has that repair's status.
   */
  readonly status: RequirementStatus;
  /** A job of this plan has scored it, since the last repair took it. */
  readonly isScored: boolean;
  /** The picture to show: the accepted one, else the latest there is. */
  readonly asset: Asset | null;
  readonly evidence: FrameEvidence | null;
};

/** `jobs`: those of the plan, in the order of their claims. Facts come in frame order. */
export const frameFacts = (plan: PlanDocument, jobs: readonly JobDocument[]): readonly FrameFacts[] =>
  plan.frames.map((frame) => factsOf(frame, jobs));

type Entry = { readonly job: JobDocument; readonly task: TaskEntry };

const factsOf = (frame: PlanFrame, jobs: readonly JobDocument[]): FrameFacts => {
  const { frameIndex, requirementId, title, decision } = frame;
  const all = entriesOf(frame, jobs);
  const standing = sinceRepair(frame, all).findLast(({ task }) => task.attempts.length > 0)?.task;
  const isActive = all.some(({ job }) => !isFinal(job.status));
  return {
    frameIndex,
    requirementId,
    title,
    status: statusOf(frame, madeOf(frame, standing), isActive),
    isScored: (standing?.attempts.findLast(({ evidence }) => evidence !== null)?.asset ?? null) !== null,
    ...shownOf(all, standing, frame.carried),
    decision,
  };
};

/** The jobs that have the frame, in order. A frame left out of a repair is not part of it. */
const entriesOf = (frame: PlanFrame, jobs: readonly JobDocument[]): readonly Entry[] =>
  jobs.flatMap((job) => {
    const task = taskIn(job, frame.requirementId);
    return task === undefined || task.status === 'left_out' ? [] : [{ job, task }];
  });

/** A repair unfreezes the frame: earlier jobs do not count any more. */
const sinceRepair = ({ repair }: PlanFrame, entries: readonly Entry[]): readonly Entry[] => {
  if (repair === null) return entries;
  const from = entries.findIndex(({ job }) => job.jobId === repair.jobId);
  return from === -1 ? [] : entries.slice(from);
};

const madeOf = ({ repair, carried }: PlanFrame, standing: TaskEntry | undefined): RequirementStatus => {
  if (standing !== undefined) return shownStatus(standing);
  return repair === null && carried !== null ? 'accepted' : 'pending';
};

const statusOf = ({ decision, expired }: PlanFrame, made: RequirementStatus, isActive: boolean): RequirementStatus => {
  if (decision !== null) return decision.decision === 'accept' ? 'accepted' : 'failed';
  if (expired) return 'failed';
  return isActive && made === 'failed' ? 'pending' : made;
};

const shownOf = (
  entries: readonly Entry[],
  standing: TaskEntry | undefined,
  carried: PlanFrame['carried'],
): Pick<FrameFacts, 'asset' | 'evidence'> => {
  const made = entries.flatMap(({ task }) => task.attempts).filter(({ asset }) => asset !== null);
  const acceptedHash = standing?.accepted?.assetHash;
  const shown = made.findLast(({ asset }) => asset?.hash === acceptedHash) ?? made.at(-1) ?? carried;
  return { asset: shown?.asset ?? null, evidence: shown?.evidence ?? null };
};

/**
 * Of a whole plan. The first that holds:
 * - `certified`: a person has accepted every frame, and the certificate is written
 * - `repairing`, `generating`: a repair, or a generation, of this plan is queued or running
 * - `human_review`: a frame waits for a person, the ladder being at its end
 * - `in_review`: a person has decided on a frame of this plan, and the decision is in force
 * - `generated`: a job of this plan has scored a frame, or every frame came accepted
 * - `planned`: neither
 */
export type Lifecycle =
  | 'planned'
  | 'generating'
  | 'generated'
  | 'in_review'
  | 'repairing'
  | 'human_review'
  | 'certified';

export const lifecycleOf = (
  plan: PlanDocument,
  facts: readonly FrameFacts[],
  jobs: readonly JobDocument[],
): Lifecycle => {
  if (plan.certificate !== null) return 'certified';
  const active = jobs.find(({ status }) => !isFinal(status));
  if (active !== undefined) return active.operation === 'photo_sequence_repair' ? 'repairing' : 'generating';
  if (facts.some(({ status }) => status === 'human_review')) return 'human_review';
  if (facts.some(({ decision }) => decision?.inherited === false)) return 'in_review';
  return facts.some(({ isScored }) => isScored) || facts.every(({ status }) => status === 'accepted')
    ? 'generated'
    : 'planned';
};

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
