import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseResult } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import { clipped } from '../../src/kernel/text.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { Asset, Coverage } from '../../events/common.ts';
import { frameDispatchUnknown, frameRendered, frameRenderFailed } from '../../events/job/index.ts';
import { advance } from './advance.ts';
import { climb } from './ladder.ts';
import { evolve } from './evolve.ts';
import { attemptOf, frameOfAttempt } from './state.ts';
import type { JobState } from './state.ts';

type Result = { readonly attemptKey: string; readonly epoch: number };

/** The engine delivered and the asset is stored. Also the late result of an attempt whose outcome was unknown. */
export type RecordRender = Result & {
  readonly type: 'RecordRender';
  readonly asset: Asset;
  /** Where the engine tells which words it drew. */
  readonly coverage?: Coverage;
};

export const recordRender = (command: RecordRender, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame === undefined) return refuse('attempt_not_current');
  if (frame.renderedKeys.includes(command.attemptKey)) {
    return frame.asset?.hash === command.asset.hash ? accept() : refuse('attempt_not_current');
  }
  const refusal = refuseResult(frame, command.epoch);
  if (refusal !== undefined) return refusal;
  const { epoch, asset, coverage } = command;
  const told = coverage === undefined ? {} : { coverage };
  return accept(frameRendered({ ...attemptOf(frame, command.attemptKey), epoch, asset, ...told }));
};

/** The attempt came to nothing, for certain. */
export type RecordFailure = Result & {
  readonly type: 'RecordFailure';
  /** `unavailable`: the engine did nothing; `rejected`: it cannot; `lost`: it knows nothing of the key. */
  readonly code: 'unavailable' | 'rejected' | 'lost';
  readonly message: string;
  readonly now: string;
};

export const recordFailure = (command: RecordFailure, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame === undefined || state.details === null) return refuse('attempt_not_current');
  const refusal = refuseResult(frame, command.epoch);
  if (refusal !== undefined) return refusal;
  const again =
    command.code === 'unavailable' && frame.retry < limits.engineFailuresPerAttemptMax && !state.cancelRequested;
  const failed = frameRenderFailed({
    ...attemptOf(frame, command.attemptKey),
    code: command.code,
    message: clipped(command.message, limits.failureMessageCharsMax),
    consumed: !again,
    retryAt: again ? addMs(command.now, limits.engineBackoffMs[frame.retry] ?? 0) : null,
  });
  if (again || state.cancelRequested) return accept(failed);
  const failure = { reason: 'engine_failed', engineUnfit: command.code !== 'lost', corrections: [] } as const;
  return accept(failed, ...advance(evolve(state, failed), climb(state.details, frame, failure)));
};

/** Nobody can tell whether the engine did the work, and it must not be asked again. */
export type RecordUnknown = Result & { readonly type: 'RecordUnknown'; readonly now: string };

export const recordUnknown = (command: RecordUnknown, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame === undefined) return refuse('attempt_not_current');
  if (frame.status === 'unknown') return accept();
  const refusal = refuseResult(frame, command.epoch);
  if (refusal !== undefined) return refusal;
  const dueAt = addMs(command.now, limits.dispatchUnknownMaxMs);
  return accept(frameDispatchUnknown({ ...attemptOf(frame, command.attemptKey), dueAt }));
};
