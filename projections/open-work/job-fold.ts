/** What the events of all its streams do to what a job owes. */
import { idOf } from '../../src/kernel/event.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import type { PlanEvent } from '../../events/plan/index.ts';
import type { ProjectEvent } from '../../events/project/index.ts';
import { NEVER, NOTHING } from './document.ts';
import type { FrameStep, FrameWork, JobWork } from './document.ts';
import { soonAfter } from './due.ts';
import { looseHold, withoutParts } from './loose-holds.ts';

type Of<E, T extends string> = Extract<E, { readonly type: T }>;

/** Every event that may touch a job's document. */
export type JobWorkEvent =
  | JobEvent
  | Of<ProjectEvent, 'GenerationClaimed' | 'GenerationEnded'>
  | Of<PlanEvent, 'FrameReviewed' | 'FrameReviewExpired' | 'RepairPlanned'>
  | Of<LedgerEvent, 'CreditsHeld' | 'HoldReleased' | 'LedgerDebited'>;

const empty = (jobId: string, n: number): JobWork => ({
  ...NOTHING,
  subject: 'job',
  jobId,
  projectId: null,
  planId: null,
  requirementId: null,
  n,
  claimed: false,
  stage: 'refused',
  cancelRequested: false,
  repairUnplanned: false,
  holdId: null,
  looseHolds: [],
  frames: [],
});

/** The work before it is decided what it owes; `undefined` for an event about work that is over. */
export const foldJob = (
  work: JobWork | undefined,
  event: RecordedEvent<JobWorkEvent>,
  jobId: string,
): JobWork | undefined => {
  switch (event.type) {
    case 'GenerationClaimed': {
      const { n, planId } = event.data;
      const projectId = idOf(event.stream);
      return { ...(work ?? empty(jobId, n)), projectId, planId, n, claimed: true, stage: 'claimed' };
    }
    case 'CreditsHeld': {
      // Where no claim is known any more, its decision has been made without this hold.
      const known = work ?? empty(jobId, event.data.n);
      return { ...known, looseHolds: [...known.looseHolds, looseHold(event.data)] };
    }
    case 'JobQueued':
      return queued(work ?? empty(jobId, event.data.n), event);
    default:
      return work === undefined ? undefined : after(work, event);
  }
};

const queued = (work: JobWork, { data }: Of<JobWorkEvent, 'JobQueued'>): JobWork => {
  const { holdId, projectId, planId, n, requirements, repairPlanId } = data;
  const hold = work.looseHolds.find((loose) => loose.holdId === holdId);
  const ids = requirements.map(({ requirementId }) => requirementId);
  return {
    ...work,
    projectId,
    planId,
    n,
    stage: 'queued',
    repairUnplanned: repairPlanId !== null,
    holdId,
    looseHolds: work.looseHolds.filter((loose) => loose !== hold),
    frames: requirements.map(({ requirementId, frameIndex, previousRequirementId, previousAsset }) => {
      const after = previousRequirementId === null ? -1 : ids.indexOf(previousRequirementId);
      return {
        requirementId,
        frameIndex,
        step: 'pending',
        dueAt: NEVER,
        held: hold?.partIds.includes(requirementId) ?? false,
        review: null,
        after: after === -1 ? null : after,
        grounded: previousRequirementId === null || previousAsset !== null,
      };
    }),
  };
};

type Later = Exclude<JobWorkEvent, Of<JobWorkEvent, 'GenerationClaimed' | 'CreditsHeld' | 'JobQueued'>>;

const after = (work: JobWork, event: RecordedEvent<Later>): JobWork => {
  const { at } = event.metadata;
  switch (event.type) {
    case 'GenerationEnded':
      return event.data.n === work.n ? { ...work, claimed: false } : work;
    case 'JobRefused':
      return work.stage === 'claimed' && event.data.n === work.n ? { ...work, stage: 'refused' } : work;
    case 'RepairPlanned':
      return { ...work, repairUnplanned: false };
    case 'JobStarted':
      return { ...work, stage: 'running', frames: withoutFrames(work.frames, event.data.leftOut, soonAfter(at)) };
    case 'JobCancelRequested':
      return { ...work, cancelRequested: true };
    case 'JobCompleted':
    case 'JobPartiallyCompleted':
    case 'JobFailed':
    case 'JobCancelled':
      return { ...work, stage: 'final' };
    case 'HoldReleased': {
      const partIds = event.data.parts.map(({ partId }) => partId);
      return closed(work, event.data.holdId, partIds);
    }
    case 'LedgerDebited':
      return closed(work, event.data.holdId, [event.data.partId]);
    case 'FrameReviewed':
      return reviewed(work, event.data.requirementId, event.data.decision, soonAfter(at));
    case 'FrameReviewExpired':
      return reviewed(work, event.data.requirementId, 'expired', soonAfter(at));
    case 'FrameRepairPlanned':
      return work;
    default: {
      const { step, dueAt } = stepAfter(event, at);
      return withFrame(work, event.data.frameIndex, step, dueAt);
    }
  }
};

type FrameEvent = Exclude<
  Extract<Later, { readonly data: { readonly frameIndex: number } }>,
  Of<Later, 'FrameReviewed' | 'FrameReviewExpired' | 'FrameRepairPlanned'>
>;

const stepAfter = (event: FrameEvent, at: string): { readonly step: FrameStep; readonly dueAt: string } => {
  switch (event.type) {
    case 'FrameDispatched':
      return { step: 'dispatched', dueAt: addMs(at, limits.leaseMs / 2) };
    case 'AttemptClaimed':
      return { step: 'claimed', dueAt: addMs(at, limits.leaseMs) };
    case 'FrameRendered':
      return { step: 'rendered', dueAt: addMs(at, limits.scoreGraceMs) };
    case 'FrameRenderFailed':
      return event.data.consumed
        ? { step: 'failed', dueAt: NEVER }
        : { step: 'retrying', dueAt: event.data.retryAt ?? soonAfter(at) };
    case 'FrameDispatchUnknown':
      return { step: 'unknown', dueAt: event.data.dueAt };
    // What follows a score comes in the same append, except under a cancel, when nothing does.
    case 'FrameScored':
      return { step: 'failed', dueAt: NEVER };
    case 'FrameAccepted':
      return { step: 'accepted', dueAt: soonAfter(at) };
    case 'HumanReviewRequired':
      return { step: 'human_review', dueAt: addMs(at, limits.reviewExpiryMs) };
    default:
      return assertNever(event);
  }
};

const withFrame = (work: JobWork, frameIndex: number, step: FrameStep, dueAt: string): JobWork => {
  const at = work.frames.findIndex((frame) => frame.frameIndex === frameIndex);
  const frame = work.frames[at];
  if (frame === undefined) return work;
  const frames = work.frames.slice();
  frames[at] = { ...frame, step, dueAt };
  return { ...work, frames };
};

const withoutFrames = (
  frames: readonly FrameWork[],
  leftOut: readonly string[],
  dueAt: string,
): readonly FrameWork[] =>
  leftOut.length === 0
    ? frames
    : frames.map((frame) => (leftOut.includes(frame.requirementId) ? { ...frame, step: 'left_out', dueAt } : frame));

const closed = (work: JobWork, holdId: string, partIds: readonly string[]): JobWork => {
  if (holdId !== work.holdId) return { ...work, looseHolds: withoutParts(work.looseHolds, holdId, partIds) };
  const frames = work.frames.map((frame) =>
    frame.held && partIds.includes(frame.requirementId) ? { ...frame, held: false } : frame,
  );
  return { ...work, frames };
};

const reviewed = (work: JobWork, requirementId: string, review: FrameWork['review'], dueAt: string): JobWork => ({
  ...work,
  frames: work.frames.map((frame) => {
    // What is accepted already is so for good here: the plan alone keeps a person's word on it.
    if (frame.requirementId !== requirementId || frame.step === 'accepted') return frame;
    return { ...frame, review, dueAt };
  }),
});
