import { assert, assertNever } from '../../src/kernel/faults.ts';
import type { JobRequirement } from '../../events/job/common.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { FrameState, JobState } from './state.ts';

const pending = (requirement: JobRequirement): FrameState => ({
  requirement,
  status: 'pending',
  attempt: requirement.attemptsUsed,
  retry: 0,
  attemptKey: null,
  engine: null,
  epoch: 0,
  retryAt: null,
  dueAt: null,
  renderedKeys: [],
  asset: null,
  coverage: null,
  scored: null,
  corrections: requirement.corrections,
  previousAsset: null,
  creditsCharged: 0,
});

const without = (frames: JobState['frames'], leftOut: readonly string[]): JobState['frames'] =>
  leftOut.length === 0 ? frames : new Map([...frames].filter(([requirementId]) => !leftOut.includes(requirementId)));

const withFrame = (
  state: JobState,
  requirementId: string,
  change: (frame: FrameState) => Partial<FrameState>,
): JobState => {
  const frame = state.frames.get(requirementId);
  assert(frame !== undefined, `the job has no requirement ${requirementId}`);
  return { ...state, frames: new Map(state.frames).set(requirementId, { ...frame, ...change(frame) }) };
};

export const evolve = (state: JobState, event: JobEvent): JobState => {
  switch (event.type) {
    case 'JobQueued':
      return {
        ...state,
        status: 'queued',
        details: event.data,
        frames: new Map(
          event.data.requirements.map((requirement) => [requirement.requirementId, pending(requirement)]),
        ),
      };
    case 'JobRefused':
      return { ...state, refusedClaim: event.data.n, refusedReason: event.data.reason };
    case 'JobStarted':
      return { ...state, status: 'running', frames: without(state.frames, event.data.leftOut) };
    case 'JobCancelRequested':
      return { ...state, cancelRequested: true };
    case 'JobCompleted':
      return { ...state, status: 'completed' };
    case 'JobPartiallyCompleted':
      return { ...state, status: 'partially_completed' };
    case 'JobFailed':
      return { ...state, status: 'failed' };
    case 'JobCancelled':
      return { ...state, status: 'cancelled' };
    default:
      return evolveFrame(state, event);
  }
};

type FrameEvent = Exclude<
  JobEvent,
  {
    type:
      | 'JobQueued'
      | 'JobRefused'
      | 'JobStarted'
      | 'JobCancelRequested'
      | 'JobCompleted'
      | 'JobPartiallyCompleted'
      | 'JobFailed'
      | 'JobCancelled';
  }
>;

const evolveFrame = (state: JobState, event: FrameEvent): JobState =>
  withFrame(state, event.data.requirementId, (frame) => changeOf(frame, event));

const changeOf = (frame: FrameState, event: FrameEvent): Partial<FrameState> => {
  switch (event.type) {
    case 'FrameDispatched': {
      const { attempt, retry, attemptKey, engine, corrections, previousAsset } = event.data;
      const position = { attempt, retry, attemptKey, engine, corrections, previousAsset };
      return { ...position, status: 'dispatched', epoch: 0, retryAt: null, dueAt: null };
    }
    case 'AttemptClaimed':
      return { status: 'claimed', epoch: event.data.epoch };
    case 'FrameRendered':
      return {
        status: 'rendered',
        asset: event.data.asset,
        coverage: event.data.coverage ?? null,
        dueAt: null,
        renderedKeys: [...frame.renderedKeys, event.data.attemptKey],
      };
    case 'FrameRenderFailed':
      if (!event.data.consumed) return { status: 'retrying', retryAt: event.data.retryAt };
      // What was delivered and is lost is neither charged nor shown; what was judged before stands.
      return {
        status: 'failed',
        asset: frame.scored?.asset ?? null,
        renderedKeys: frame.renderedKeys.filter((key) => key !== event.data.attemptKey),
      };
    case 'FrameDispatchUnknown':
      return { status: 'unknown', dueAt: event.data.dueAt };
    case 'FrameScored': {
      assert(frame.asset !== null, 'a frame is scored after it was rendered');
      const { attempt, attemptKey, evidence } = event.data;
      // What follows a failure (the ladder, human review) comes in the same append, except under a requested cancel.
      return { status: 'failed', scored: { attempt, attemptKey, asset: frame.asset, evidence } };
    }
    case 'FrameRepairPlanned':
      return { corrections: event.data.corrections };
    case 'FrameAccepted':
      return { status: 'accepted', creditsCharged: event.data.creditsCharged };
    case 'HumanReviewRequired':
      return { status: 'human_review', dueAt: null };
    default:
      return assertNever(event);
  }
};
