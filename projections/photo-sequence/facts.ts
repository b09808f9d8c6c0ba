/** Facts about each frame of a plan as people see it: of the document of the plan, and of those of its jobs. */
import type { Asset, FrameEvidence } from '../../events/common.ts';
import { isFinal, taskIn } from '../../commands/job/queries.ts';
import type { JobDocument, TaskEntry } from '../job/document.ts';
import { type RequirementStatus, shownStatus } from '../job/view.ts';
import type { PlanDocument, PlanFrame } from '../plan/document.ts';

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
