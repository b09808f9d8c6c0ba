/**
 * The repair ladder (design, section "Score and repair"): same prompt with a new seed; the prompt with corrections
 * that follow from the failed metrics; the next configured engine; human review.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import { keyFromContent } from '../../src/kernel/ids.ts';
import { limits } from '../../src/kernel/limits.ts';
import { frameDispatched, frameRepairPlanned, humanReviewRequired } from '../../events/job/index.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { Asset } from '../../events/common.ts';
import type { FrameState, JobDetails } from './state.ts';

/** Far enough apart that neighbouring frames, whose base seeds may follow each other, never share a seed. */
const SEED_STRIDE = 104_729;

export const seedOf = (baseSeed: number, attempt: number): number =>
  (baseSeed + (attempt - 1) * SEED_STRIDE) % (limits.seedMax + 1);

/** The engine of a frame's first attempt in a job; one that a person opened goes to the next one, if there is one. */
export const firstEngine = (details: JobDetails, attempt: number): string => {
  const index = attempt > limits.attemptsByLadderMax && details.engines.length > 1 ? 1 : 0;
  return details.engines[index] ?? '';
};

type Dispatch = {
  readonly attempt: number;
  readonly retry: number;
  readonly engine: string;
  readonly corrections: readonly string[];
  readonly previousAsset: Asset | null;
};

/** The intent to make one attempt. The hold's id is random, so its keys are those of this start of this job only. */
export const dispatchOf = (
  details: JobDetails,
  frame: FrameState,
  dispatch: Dispatch,
): EventOf<typeof frameDispatched> => {
  const { requirementId, frameIndex, priceCredits, seed, additionsHash } = frame.requirement;
  return frameDispatched({
    requirementId,
    frameIndex,
    attempt: dispatch.attempt,
    attemptKey: keyFromContent(details.holdId, requirementId, dispatch.attempt, dispatch.retry),
    retry: dispatch.retry,
    engine: dispatch.engine,
    seed: seedOf(seed, dispatch.attempt),
    priceCredits,
    manifestHash: details.manifestHash,
    corrections: [...dispatch.corrections],
    additionsHash,
    previousAsset: dispatch.previousAsset,
  });
};

export type Failure = {
  readonly reason: 'attempts_exhausted' | 'engine_failed';
  /** The engine cannot do this at all: the next one must. */
  readonly engineUnfit: boolean;
  readonly corrections: readonly string[];
};

/** What follows a failed attempt: the next one, or a person. */
export const climb = (details: JobDetails, frame: FrameState, failure: Failure): readonly JobEvent[] => {
  const { requirementId, frameIndex, attemptsMax } = frame.requirement;
  const next = frame.attempt + 1;
  const rung = next <= attemptsMax ? rungFor(details, frame, next, failure) : undefined;
  if (rung === undefined) return [toPerson(frame, failure.reason)];
  return [
    frameRepairPlanned({ requirementId, frameIndex, nextAttempt: next, ...rung, corrections: [...rung.corrections] }),
    dispatchOf(details, frame, { attempt: next, retry: 0, previousAsset: frame.previousAsset, ...rung }),
  ];
};

/** The ladder is at its end. */
export const toPerson = ({ requirement }: FrameState, reason: HumanReviewReason): JobEvent => {
  const { requirementId, frameIndex } = requirement;
  return humanReviewRequired({ requirementId, frameIndex, reason });
};

type HumanReviewReason = EventOf<typeof humanReviewRequired>['data']['reason'];

type Rung = {
  readonly step: 'new_seed' | 'corrections' | 'next_engine';
  readonly engine: string;
  readonly corrections: readonly string[];
};

const rungFor = (details: JobDetails, frame: FrameState, attempt: number, failure: Failure): Rung | undefined => {
  const engine = frame.engine ?? firstEngine(details, frame.attempt);
  // Corrections gather over the attempts of a manifest; what the last score asked for comes last, and stays.
  const asked = new Set(failure.corrections);
  const earlier = frame.corrections.filter((correction) => !asked.has(correction));
  const corrections = [...earlier, ...asked].slice(-limits.correctionsMax);
  const nextEngine = details.engines[details.engines.indexOf(engine) + 1];
  if (failure.engineUnfit) {
    return nextEngine === undefined ? undefined : { step: 'next_engine', engine: nextEngine, corrections };
  }
  if (attempt === 2) return { step: 'new_seed', engine, corrections: frame.corrections };
  if (attempt > limits.attemptsByLadderMax && nextEngine !== undefined) {
    return { step: 'next_engine', engine: nextEngine, corrections };
  }
  return { step: 'corrections', engine, corrections };
};
