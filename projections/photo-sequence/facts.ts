/**
 * The present facts about each frame of a plan, from the plan's document and those of its jobs. The photo sequence,
 * review and repair rest on them.
 */
import type { Asset, FrameEvidence } from '../../events/common.ts';
import { isFinal, taskIn } from '../../commands/job/queries.ts';
import type { AttemptEntry, JobDocument, TaskEntry } from '../job/document.ts';
import { type RequirementStatus, shownStatus } from '../job/view.ts';
import type { FrameDecision, PlanDocument, PlanFrame } from '../plan/document.ts';

export type ScoredAttempt = {
  /** The job that made it; null for a carried frame. */
  readonly jobId: string | null;
  readonly asset: Asset;
  /** Null only for a carried frame that has none. */
  readonly evidence: FrameEvidence | null;
};

export type FrameFacts = {
  readonly frameIndex: number;
  readonly requirementId: string;
  readonly title: string | null;
  /**
   * The status for people. A person's decision in force outweighs the jobs: accepted, or `failed` when it was sent to
   * repair; `failed` too when its review expired. A frame that a repair has taken has that repair's status.
   */
  readonly status: RequirementStatus;
  /** The person or scorer that accepted it, when its status is `accepted`. */
  readonly acceptedBy: 'scorer' | 'person' | null;
  /** The last job that made an attempt at it since the last repair took it. */
  readonly job: { readonly jobId: string; readonly task: TaskEntry } | null;
  /** A job that is not final is to render it, or is rendering it. */
  readonly inActiveJob: boolean;
  /** An attempt has been dispatched and not been judged. */
  readonly underWay: boolean;
  /** The latest scored attempt of `job`, or the carried one: an accept is of this one. */
  readonly scored: ScoredAttempt | null;
  /** The picture to show: the accepted one, else the latest there is. */
  readonly asset: Asset | null;
  readonly evidence: FrameEvidence | null;
  readonly decision: FrameDecision | null;
  readonly expired: boolean;
  /** The facts for a review; the plan's stream adds its own conditions. */
  readonly review: {
    readonly status: 'not_scored' | 'under_way' | 'scored' | 'waiting';
    readonly assetHash: string | null;
    readonly jobId: string | null;
  };
  /**
   * Why a repair would take it: it failed, a person sent it there, or a final job left it. After a broken chain it
   * takes it only once the frame before it is accepted or in the same repair. Null: it would not.
   */
  readonly repairable: 'failed' | 'sent_to_repair' | 'left' | null;
  /** The highest attempt number that was used under this manifest; 0 for none. */
  readonly attemptsUsed: number;
  /** Charged for it by the jobs of this plan. */
  readonly chargedCredits: number;
};

/** `jobs`: those of the plan, in the order of their claims. Facts come in frame order. */
export const frameFacts = (plan: PlanDocument, jobs: readonly JobDocument[]): readonly FrameFacts[] =>
  plan.frames.map((frame) => factsOf(frame, jobs));

type Entry = { readonly job: JobDocument; readonly task: TaskEntry };

const factsOf = (frame: PlanFrame, jobs: readonly JobDocument[]): FrameFacts => {
  const { frameIndex, requirementId, title, decision, expired } = frame;
  const all = entriesOf(frame, jobs);
  const since = sinceRepair(frame, all);
  const standing = since.findLast(({ task }) => task.attempts.length > 0);
  const carried = frame.repair === null && standing === undefined ? frame.carried : null;
  const active = all.find(({ job }) => !isFinal(job.status));
  const made = standing === undefined ? (carried === null ? 'pending' : 'accepted') : shownStatus(standing.task);
  const scored = scoredOf(standing, carried);
  const shown = shownOf(all, standing, frame.carried);
  const status = statusOf(frame, made, active !== undefined);
  return {
    frameIndex,
    requirementId,
    title,
    status,
    acceptedBy: status === 'accepted' ? acceptedBy(frame, standing, carried) : null,
    job: standing === undefined ? null : { jobId: standing.job.jobId, task: standing.task },
    inActiveJob: active !== undefined,
    underWay: isUnderWay(made),
    scored,
    ...shown,
    decision,
    expired,
    review: {
      status: reviewStatus(made, scored),
      assetHash: scored?.asset.hash ?? null,
      jobId: standing?.job.jobId ?? null,
    },
    repairable: active === undefined ? repairableAs(frame, status, all.length > 0) : null,
    attemptsUsed: Math.max(0, ...all.flatMap(({ task }) => task.attempts.filter(isUsed).map(numberOf))),
    chargedCredits: all.reduce((sum, { task }) => sum + (task.accepted?.creditsCharged ?? 0), 0),
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

const statusOf = ({ decision, expired }: PlanFrame, made: RequirementStatus, active: boolean): RequirementStatus => {
  if (decision !== null) return decision.decision === 'accept' ? 'accepted' : 'failed';
  if (expired) return 'failed';
  return active && !isUnderWay(made) && made !== 'accepted' && made !== 'human_review' ? 'pending' : made;
};

const isUnderWay = (made: RequirementStatus): boolean => made === 'rendering' || made === 'dispatch_unknown';

const acceptedBy = (
  { decision }: PlanFrame,
  standing: Entry | undefined,
  carried: PlanFrame['carried'],
): 'scorer' | 'person' | null =>
  decision?.decision === 'accept' ? 'person' : (standing?.task.accepted?.by ?? carried?.acceptedBy ?? null);

const scoredOf = (standing: Entry | undefined, carried: PlanFrame['carried']): ScoredAttempt | null => {
  const attempt = standing?.task.attempts.findLast(({ evidence }) => evidence !== null);
  if (standing !== undefined && attempt !== undefined && attempt.asset !== null) {
    return { jobId: standing.job.jobId, asset: attempt.asset, evidence: attempt.evidence };
  }
  return carried === null ? null : { jobId: null, asset: carried.asset, evidence: carried.evidence };
};

const reviewStatus = (made: RequirementStatus, scored: ScoredAttempt | null): FrameFacts['review']['status'] => {
  if (made === 'human_review') return 'waiting';
  if (isUnderWay(made)) return 'under_way';
  return scored === null ? 'not_scored' : 'scored';
};

const shownOf = (
  entries: readonly Entry[],
  standing: Entry | undefined,
  carried: PlanFrame['carried'],
): Pick<FrameFacts, 'asset' | 'evidence'> => {
  const made = entries.flatMap(({ task }) => task.attempts).filter(({ asset }) => asset !== null);
  const acceptedHash = standing?.task.accepted?.assetHash;
  const shown = made.findLast(({ asset }) => asset?.hash === acceptedHash) ?? made.at(-1) ?? carried;
  return { asset: shown?.asset ?? null, evidence: shown?.evidence ?? null };
};

const repairableAs = (frame: PlanFrame, status: RequirementStatus, taken: boolean): FrameFacts['repairable'] => {
  if (frame.decision?.decision === 'repair') return 'sent_to_repair';
  if (status === 'failed') return 'failed';
  return status === 'pending' && taken ? 'left' : null;
};

/** An unclaimed one was never made. */
const isUsed = ({ status }: AttemptEntry): boolean => status !== 'cancelled';

const numberOf = ({ attempt }: AttemptEntry): number => attempt;
