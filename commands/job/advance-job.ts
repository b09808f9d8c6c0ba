import { accept, refuse } from '../../src/kernel/decider.ts';
import { jobStarted } from '../../events/job/index.ts';
import type { JobEvent } from '../../events/job/index.ts';
import { advance } from './advance.ts';
import { dispatchOf, firstEngine, toPerson } from './ladder.ts';
import { isFinal } from './state.ts';
import type { FrameState, JobDetails, JobState } from './state.ts';

/**
 * Does what is due by now: starts a queued job, dispatches again what an engine refused, hands to a person what
 * stayed unknown. `leftOut` names requirements of a repair that a person accepted before it began.
 */
export type AdvanceJob = { readonly type: 'AdvanceJob'; readonly now: string; readonly leftOut: readonly string[] };

export const advanceJob = ({ now, leftOut }: AdvanceJob, state: JobState) => {
  const { details } = state;
  if (details === null) return refuse('job_not_found');
  if (isFinal(state.status)) return accept();
  if (state.status === 'queued') {
    return state.cancelRequested ? accept() : accept(...advance(state, [jobStarted({ leftOut: [...leftOut] })]));
  }
  const due = [...state.frames.values()].flatMap((frame) => dueOf(state, details, frame, now));
  return accept(...advance(state, due));
};

const dueOf = (state: JobState, details: JobDetails, frame: FrameState, now: string): readonly JobEvent[] => {
  if (frame.status === 'unknown' && frame.dueAt !== null && frame.dueAt <= now) {
    return [toPerson(frame, 'dispatch_unknown')];
  }
  if (frame.status !== 'retrying' || frame.retryAt === null || frame.retryAt > now || state.cancelRequested) return [];
  const { attempt, corrections, previousAsset } = frame;
  const engine = frame.engine ?? firstEngine(details, attempt);
  return [dispatchOf(details, frame, { attempt, retry: frame.retry + 1, engine, corrections, previousAsset })];
};
