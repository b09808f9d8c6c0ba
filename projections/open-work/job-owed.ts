/** The step that a job owes first. Mirrors what the job's own decisions would do next (design, section 6). */
import { assertNever } from '../../src/kernel/faults.ts';
import { NEVER, NOTHING } from './document.ts';
import type { FrameWork, JobWork, Owed, WorkKind } from './document.ts';
import { isOwed, owedSince } from './due.ts';

type JobOwed = Owed & { readonly requirementId: string | null };

/** The work with its first step; `undefined` when it can owe nothing any more. `before`: what it owed until `at`. */
export const withOwed = (work: JobWork, before: Owed | undefined, at: string): JobWork | undefined => {
  const owed = firstOf(work, before, at);
  if (!isOwed(owed) && isForgettable(work)) return undefined;
  const { kind, dueAt, requirementId } = owed;
  return { ...work, kind, dueAt, requirementId };
};

const firstOf = (work: JobWork, before: Owed | undefined, at: string): JobOwed => {
  const kind = kindOfJob(work);
  let dueAt = kind === undefined ? NEVER : owedSince(kind, before, at).dueAt;
  let first: JobOwed = kind === undefined ? { ...NOTHING, requirementId: null } : { kind, dueAt, requirementId: null };
  for (const frame of work.frames) {
    if (frame.dueAt >= dueAt) continue;
    const frameKind = kindOfFrame(work, frame);
    if (frameKind === undefined) continue;
    dueAt = frame.dueAt;
    first = { kind: frameKind, dueAt, requirementId: frame.requirementId };
  }
  return first;
};

/** What the job as a whole owes, beside its frames. A hold is loose only once it is decided that it is not needed. */
const kindOfJob = (work: JobWork): WorkKind | undefined => {
  if (work.stage === 'claimed') return 'generation.decide';
  return kindOfStage(work) ?? (work.looseHolds.length > 0 ? 'hold.release' : undefined);
};

const kindOfStage = (work: JobWork): WorkKind | undefined => {
  switch (work.stage) {
    case 'claimed':
      return undefined;
    case 'queued':
      if (work.cancelRequested) return 'job.finish';
      return work.repairUnplanned ? 'generation.plan-repair' : 'job.start';
    case 'running':
      return kindOfRunning(work);
    case 'final':
      if (work.frames.some(isUnkept)) return 'job.settle';
      return work.claimed ? 'generation.end' : undefined;
    case 'refused':
      return work.claimed ? 'generation.end' : undefined;
    default:
      return assertNever(work.stage);
  }
};

const kindOfRunning = (work: JobWork): WorkKind | undefined => {
  let ready = false;
  for (const frame of work.frames) {
    if (isUnderWay(work, frame) || isUnpaid(frame)) return undefined;
    ready ||= frame.step === 'pending' && isReady(work, frame);
  }
  return ready && !work.cancelRequested ? 'frame.next' : 'job.finish';
};

const kindOfFrame = (work: JobWork, frame: FrameWork): WorkKind | undefined => {
  if (frame.review === 'accept' && frame.step !== 'accepted') return 'review.accept';
  switch (frame.step) {
    case 'dispatched':
      return work.cancelRequested ? undefined : 'frame.dispatch';
    case 'retrying':
      return work.cancelRequested ? undefined : 'frame.retry';
    case 'claimed':
      return 'frame.lease';
    case 'unknown':
      return 'frame.unknown';
    case 'rendered':
      return 'frame.score';
    case 'accepted':
      return frame.held ? 'frame.settle' : undefined;
    case 'left_out':
      return frame.held ? 'hold.release' : undefined;
    case 'human_review':
      if (!frame.held) return undefined;
      return frame.review === null ? 'review.expire' : 'review.release';
    case 'failed':
    case 'pending':
      return undefined;
    default:
      return assertNever(frame.step);
  }
};

/** As the job's own stream sees it: under a cancel, what nobody claimed goes nowhere. */
const isUnderWay = (work: JobWork, { step }: FrameWork): boolean => {
  if (step === 'claimed' || step === 'unknown' || step === 'rendered') return true;
  return (step === 'dispatched' || step === 'retrying') && !work.cancelRequested;
};

const isUnpaid = ({ step, held }: FrameWork): boolean => step === 'accepted' && held;

const isReady = (work: JobWork, { after, grounded }: FrameWork): boolean => {
  const previous = after === null ? undefined : work.frames[after];
  return previous === undefined || previous.step === 'left_out' ? grounded : previous.step === 'accepted';
};

/** Its part is open, though the job is final and nobody is to decide on it; what is accepted has a step of its own. */
const isUnkept = ({ step, held }: FrameWork): boolean =>
  held && step !== 'human_review' && step !== 'accepted' && step !== 'left_out';

/** Nothing that may still happen can make it owe a step: no person's decision reaches its frames any more. */
const isForgettable = ({ stage, claimed, frames }: JobWork): boolean =>
  (stage === 'final' || stage === 'refused') &&
  !claimed &&
  frames.every(({ step, held }) => (step === 'accepted' || step === 'left_out') && !held);
