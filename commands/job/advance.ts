/** Which frames go next: derived from the state alone, so that any command that moves a frame also moves the job on. */
import { limits } from '../../src/kernel/limits.ts';
import type { Asset } from '../../events/common.ts';
import type { JobEvent } from '../../events/job/index.ts';
import { evolve } from './evolve.ts';
import { dispatchOf, firstEngine, toPerson } from './ladder.ts';
import { isFinal, isUnderWay } from './state.ts';
import type { FrameState, JobState } from './state.ts';

/** The events of a command, and what follows from them. */
export const advance = (state: JobState, events: readonly JobEvent[]): readonly JobEvent[] => {
  const after = events.reduce(evolve, state);
  return [...events, ...nextSteps(after)];
};

const nextSteps = (state: JobState): readonly JobEvent[] => {
  const { details } = state;
  if (details === null || state.cancelRequested || isFinal(state.status)) return [];
  const window = details.continuityMode === 'chain' ? 1 : limits.framesInFlightPerJobMax;
  const steps: JobEvent[] = [];
  let underWay = 0;
  for (const frame of state.frames.values()) if (isUnderWay(state, frame)) underWay += 1;
  for (const frame of state.frames.values()) {
    if (underWay >= window) break;
    if (frame.status !== 'pending' || !isReady(state, frame)) continue;
    const attempt = frame.attempt + 1;
    const { corrections, attemptsMax } = frame.requirement;
    // No reaction counts attempts: whatever it asks for, the ladder ends here.
    if (attempt > attemptsMax) {
      steps.push(toPerson(frame, 'attempts_exhausted'));
      continue;
    }
    const previousAsset = previousAssetOf(state, frame);
    const engine = firstEngine(details, attempt);
    steps.push(dispatchOf(details, frame, { attempt, retry: 0, engine, corrections, previousAsset }));
    underWay += 1;
  }
  return steps;
};

/** Under `chain` a frame waits for the one before it to be accepted. */
const isReady = (state: JobState, frame: FrameState): boolean =>
  frame.requirement.previousRequirementId === null || previousAssetOf(state, frame) !== null;

const previousAssetOf = (state: JobState, frame: FrameState): Asset | null => {
  const { previousRequirementId, previousAsset } = frame.requirement;
  if (previousRequirementId === null) return null;
  const previous = state.frames.get(previousRequirementId);
  if (previous === undefined) return previousAsset;
  return previous.status === 'accepted' ? previous.asset : null;
};

/**
 * No frame is under way and none can go: what is left waits for a person, or was cut off by a chain that broke or by
 * a requested cancel.
 */
export const isAtItsEnd = (state: JobState): boolean => {
  for (const frame of state.frames.values()) if (isUnderWay(state, frame)) return false;
  return nextSteps(state).length === 0;
};
