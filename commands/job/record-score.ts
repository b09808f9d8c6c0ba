import { accept, refuse } from '../../src/kernel/decider.ts';
import type { FrameEvidence } from '../../events/common.ts';
import { frameScored, type JobEvent } from '../../events/job.ts';
import { advance } from './advance.ts';
import { evolve } from './evolve.ts';
import { climb, toPerson } from './ladder.ts';
import { attemptOf, chargeOf, taskOfAttempt } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

/** The scorer's verdict on a rendered attempt: accepted, or up the ladder, or to a person. */
export type RecordScore = {
  readonly type: 'RecordScore';
  readonly attemptKey: string;
  readonly assetHash: string;
  readonly evidence: FrameEvidence;
};

export const recordScore = (command: RecordScore, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task === undefined || state.details === null) return refuse('attempt_not_current');
  if (task.scored?.attemptKey === command.attemptKey) return accept();
  if (task.status !== 'rendered' || task.asset?.hash !== command.assetHash) return refuse('attempt_not_current');
  const attempt = attemptOf(task, command.attemptKey);
  const evidence = { ...command.evidence, ...(task.coverage === null ? {} : { coverage: task.coverage }) };
  const passed = command.evidence.verdict === 'pass';
  const accepted = passed && state.details.governance?.asksPerson !== true;
  // The charge is for each attempt that delivered; else the acceptance of the person charges.
  const creditsCharged = accepted ? chargeOf(task) : null;
  const scored = frameScored({ ...attempt, assetHash: command.assetHash, evidence, creditsCharged });
  const followed = accepted ? [] : next(task, state.details, state.cancelRequested, command);
  return accept(scored, ...advance(evolve(state, scored), followed));
};

/** A frame that passed keeps its part for the acceptance, also after a cancel. No ladder is climbed after that. */
const next = (
  task: TaskState,
  details: JobDetails,
  cancelled: boolean,
  { evidence }: RecordScore,
): readonly JobEvent[] => {
  if (evidence.verdict === 'pass') return [toPerson(task, 'governance')];
  if (cancelled) return [];
  return climb(details, task, {
    reason: 'attempts_exhausted',
    engineUnfit: false,
    corrections: evidence.corrections,
  });
};
