import { accept, refuse } from '../../src/kernel/decider.ts';
import { limits } from '../../src/kernel/limits.ts';
import { clipped } from '../../src/kernel/text.ts';
import { frameRenderFailed } from '../../events/job/index.ts';
import type { JobEvent } from '../../events/job/index.ts';
import { advance } from './advance.ts';
import { evolve } from './evolve.ts';
import { climb, toPerson } from './ladder.ts';
import { attemptOf, frameOfAttempt } from './state.ts';
import type { FrameState, JobDetails, JobState } from './state.ts';

/**
 * What a rendered attempt delivered will never be judged, and asking again does not help: the attempt has come to
 * nothing, and is not charged.
 */
export type RecordLoss = {
  readonly type: 'RecordLoss';
  readonly attemptKey: string;
  /**
   * `asset_lost`: the picture is gone or damaged; `score_failed`: the scorer fails on it; the ladder makes another.
   * `content_lost`: what every attempt is held against is gone; a person decides.
   */
  readonly code: 'asset_lost' | 'score_failed' | 'content_lost';
  readonly message: string;
};

export const recordLoss = (command: RecordLoss, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame?.status !== 'rendered' || state.details === null) return refuse('attempt_not_current');
  const failed = frameRenderFailed({
    ...attemptOf(frame, command.attemptKey),
    code: command.code,
    message: clipped(command.message, limits.failureMessageCharsMax),
    consumed: true,
    retryAt: null,
  });
  if (state.cancelRequested) return accept(failed);
  return accept(failed, ...advance(evolve(state, failed), whatFollows(state.details, frame, command)));
};

const whatFollows = (details: JobDetails, frame: FrameState, { code }: RecordLoss): readonly JobEvent[] =>
  code === 'content_lost'
    ? [toPerson(frame, code)]
    : climb(details, frame, { reason: 'attempts_exhausted', engineUnfit: false, corrections: [] });
