import { accept, refuse } from '../../src/kernel/decider.ts';
import type { FrameEvidence } from '../../events/common.ts';
import { frameAccepted, frameScored, type JobEvent } from '../../events/job.ts';
import { advance } from './advance.ts';
import { evolve } from './evolve.ts';
import { climb, failureOf, toPerson } from './ladder.ts';
import { attemptOf, chargeOf, isUnderWay, taskIn, taskOfAttempt } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

/** The scorer's verdict on a rendered attempt: accepted, or up the ladder, or to a person. */
type RecordScore = {
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

/**
 * The delivery of a rendered attempt will never be judged, and a retry does not help. The attempt has failed, and is
 * not charged.
 */
export type RecordLoss = {
  readonly type: 'RecordLoss';
  readonly attemptKey: string;
  /**
   * `asset_lost`: the picture is gone or damaged; `score_failed`: the scorer fails on it; the ladder makes another.
   * `content_lost`: the content of the task is gone; a person decides.
   */
  readonly code: 'asset_lost' | 'score_failed' | 'content_lost';
  readonly message: string;
};

export const recordLoss = (command: RecordLoss, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task?.status !== 'rendered' || state.details === null) return refuse('attempt_not_current');
  const failed = failureOf(task, command.code, command.message);
  if (state.cancelRequested) return accept(failed);
  return accept(failed, ...advance(evolve(state, failed), whatFollows(state.details, task, command)));
};

const whatFollows = (details: JobDetails, task: TaskState, { code }: RecordLoss): readonly JobEvent[] =>
  code === 'content_lost'
    ? [toPerson(task, code)]
    : climb(details, task, { reason: 'attempts_exhausted', engineUnfit: false, corrections: [] });

/**
 * A person's accept, rolled forward from the plan. It is of a frame that waits for a person, or that a cancel left with
 * a score. The job may be final.
 */
type AcceptFrame = { readonly type: 'AcceptFrame'; readonly taskId: string; readonly assetHash: string };

export const acceptFrame = ({ taskId, assetHash }: AcceptFrame, state: JobState) => {
  const task = taskIn(state, taskId);
  if (task === undefined || task.status === 'left_out') return refuse('not_acceptable');
  // The scorer's acceptance is paid; a person's on top of it is for the plan alone.
  if (task.status === 'accepted') return accept();
  if (isUnderWay(state, task) || task.scored?.asset.hash !== assetHash) return refuse('not_acceptable');
  // The part of a frame that a cancel left goes back at the job's end. A review never spends anew.
  const paid = task.status === 'human_review';
  const { attempt, attemptKey } = task.scored;
  return accept(
    frameAccepted({
      ...attemptOf(task, attemptKey),
      // A later attempt may have failed: the scored one is accepted.
      attempt,
      assetHash,
      creditsCharged: paid ? chargeOf(task) : 0,
      attemptKeys: paid ? [...task.renderedKeys] : [],
    }),
  );
};
