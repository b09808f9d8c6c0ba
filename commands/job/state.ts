/**
 * A job: none -> queued -> running -> one final state, never back. `refused` starts count as none.
 *
 * Each frame: pending -> dispatched -> claimed -> rendered -> accepted, with these turns:
 * - claimed -> retrying (the engine did nothing; dispatched again when due) -> dispatched
 * - claimed -> unknown (must not be asked again) -> rendered (the result still came) or human_review
 * - claimed or rendered -> dispatched under the next attempt (the ladder), or human_review (its end)
 * - under a requested cancel a failed frame is just failed
 * A person may accept a frame in human review also when the job is final.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Asset, Coverage, FrameEvidence } from '../../events/common.ts';
import type { JobRequirement } from '../../events/job/common.ts';
import type { jobQueued } from '../../events/job/index.ts';

export type FrameStatus =
  'pending' | 'dispatched' | 'claimed' | 'retrying' | 'unknown' | 'rendered' | 'accepted' | 'human_review' | 'failed';

export type FrameState = {
  readonly requirement: JobRequirement;
  readonly status: FrameStatus;
  /** The attempt under way or last made; the last one of earlier jobs before the first dispatch. */
  readonly attempt: number;
  readonly retry: number;
  readonly attemptKey: string | null;
  readonly engine: string | null;
  readonly epoch: number;
  readonly retryAt: string | null;
  readonly dueAt: string | null;
  /** Attempts of this job that delivered a picture, and did not lose it: what an acceptance is charged for. */
  readonly renderedKeys: readonly string[];
  readonly asset: Asset | null;
  /** What its engine says of `asset`; null where it says nothing. */
  readonly coverage: Coverage | null;
  /** The latest scored attempt: what a person's accept means. */
  readonly scored: {
    readonly attempt: number;
    readonly attemptKey: string;
    readonly asset: Asset;
    readonly evidence: FrameEvidence;
  } | null;
  readonly corrections: readonly string[];
  readonly previousAsset: Asset | null;
  readonly creditsCharged: number;
};

export type JobDetails = EventOf<typeof jobQueued>['data'];

export type JobStatus = 'none' | 'queued' | 'running' | 'completed' | 'partially_completed' | 'failed' | 'cancelled';

export type JobState = {
  readonly status: JobStatus;
  readonly cancelRequested: boolean;
  /** The last claim whose start was refused; 0 for none. */
  readonly refusedClaim: number;
  readonly refusedReason: string | null;
  /** Null until queued. */
  readonly details: JobDetails | null;
  /** By requirement id, in frame order. */
  readonly frames: ReadonlyMap<string, FrameState>;
};

export const initial: JobState = {
  status: 'none',
  cancelRequested: false,
  refusedClaim: 0,
  refusedReason: null,
  details: null,
  frames: new Map(),
};

export const isFinal = (status: JobStatus): boolean =>
  status === 'completed' || status === 'partially_completed' || status === 'failed' || status === 'cancelled';

const AT_WORK: ReadonlySet<FrameStatus> = new Set(['claimed', 'unknown', 'rendered']);
const ON_ITS_WAY: ReadonlySet<FrameStatus> = new Set(['dispatched', 'retrying']);

/**
 * On its way to an engine, at one, or on its way to the scorer. Under a requested cancel what no dispatcher has
 * claimed goes nowhere any more.
 */
export const isUnderWay = (state: JobState, frame: FrameState): boolean =>
  AT_WORK.has(frame.status) || (ON_ITS_WAY.has(frame.status) && !state.cancelRequested);

/** A person's accept could be paid out of its part: there is a picture to accept, and nobody has decided. */
export const waitsForAccept = ({ status, scored }: FrameState): boolean => status === 'human_review' && scored !== null;

/** The frame whose current attempt has this key. */
export const frameOfAttempt = (state: JobState, attemptKey: string): FrameState | undefined => {
  for (const frame of state.frames.values()) if (frame.attemptKey === attemptKey) return frame;
  return undefined;
};

/** What every event about the frame's current attempt names. */
export const attemptOf = (frame: FrameState, attemptKey: string) => ({
  requirementId: frame.requirement.requirementId,
  frameIndex: frame.requirement.frameIndex,
  attempt: frame.attempt,
  attemptKey,
});

/** What an acceptance costs: each attempt of this job that delivered, never more than the frame's part of the hold. */
export const chargeOf = (frame: FrameState): number =>
  Math.min(frame.renderedKeys.length * frame.requirement.priceCredits, heldFor(frame.requirement));

/** The frame's part of the hold: every attempt that this job may make. */
export const heldFor = (requirement: Pick<JobRequirement, 'priceCredits' | 'attemptsMax' | 'attemptsUsed'>): number =>
  requirement.priceCredits * (requirement.attemptsMax - requirement.attemptsUsed);

export const chargedCredits = (state: JobState): number => {
  let sum = 0;
  for (const frame of state.frames.values()) sum += frame.creditsCharged;
  return sum;
};
