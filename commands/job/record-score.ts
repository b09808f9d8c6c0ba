import { accept, refuse } from '../../src/kernel/decider.ts';
import type { FrameEvidence } from '../../events/common.ts';
import { frameAccepted, frameScored } from '../../events/job/index.ts';
import type { JobEvent } from '../../events/job/index.ts';
import { advance } from './advance.ts';
import { evolve } from './evolve.ts';
import { climb } from './ladder.ts';
import { attemptOf, chargeOf, frameOfAttempt } from './state.ts';
import type { FrameState, JobDetails, JobState } from './state.ts';

/** The scorer's verdict on a rendered attempt: accepted, or up the ladder, or to a person. */
export type RecordScore = {
  readonly type: 'RecordScore';
  readonly attemptKey: string;
  readonly assetHash: string;
  readonly evidence: FrameEvidence;
};

export const recordScore = (command: RecordScore, state: JobState) => {
  const frame = frameOfAttempt(state, command.attemptKey);
  if (frame === undefined || state.details === null) return refuse('attempt_not_current');
  if (frame.scored?.attemptKey === command.attemptKey) return accept();
  if (frame.status !== 'rendered' || frame.asset?.hash !== command.assetHash) return refuse('attempt_not_current');
  const attempt = attemptOf(frame, command.attemptKey);
  const evidence = { ...command.evidence, ...(frame.coverage === null ? {} : { coverage: frame.coverage }) };
  const scored = frameScored({ ...attempt, assetHash: command.assetHash, evidence });
  const verdict =
    command.evidence.verdict === 'pass' ? [acceptance(frame, command)] : failure(state, frame, state.details, command);
  return accept(scored, ...advance(evolve(state, scored), verdict));
};

const failure = (state: JobState, frame: FrameState, details: JobDetails, command: RecordScore): readonly JobEvent[] =>
  state.cancelRequested
    ? []
    : climb(details, frame, {
        reason: 'attempts_exhausted',
        engineUnfit: false,
        corrections: command.evidence.corrections,
      });

/** The frame is good: frozen, and charged for each attempt that delivered. */
const acceptance = (frame: FrameState, { attemptKey, assetHash }: RecordScore): JobEvent =>
  frameAccepted({
    ...attemptOf(frame, attemptKey),
    by: 'scorer',
    assetHash,
    creditsCharged: chargeOf(frame),
    attemptKeys: [...frame.renderedKeys],
  });
