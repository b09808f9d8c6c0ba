/** Laws of jobs that a person holds up: by a pause, at a checkpoint, or for good by a cancel. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { isGrounded, taskIn } from '../../commands/job/queries.ts';
import type { JobState } from '../../commands/job/state.ts';
import { eventsOf } from '../support/property/decider-run.ts';
import type { JobRun } from './job-run.ts';

/** Between a pause and its end nothing is dispatched, and nothing is claimed that was not claimed before. */
export const pausesHold = (run: JobRun): void => {
  const claimed = new Set<string>();
  let paused = false;
  for (const { event } of eventsOf(run)) {
    if (event.type === 'JobPaused') paused = true;
    if (event.type === 'JobResumed' || event.type === 'JobCancelRequested') paused = false;
    ok(!paused || event.type !== 'TaskDispatched', 'dispatched in a pause');
    if (event.type !== 'AttemptClaimed') continue;
    ok(!paused || claimed.has(event.data.attemptKey), 'claimed in a pause');
    claimed.add(event.data.attemptKey);
  }
};

/**
 * A person is asked once before each task that wants it, when all that it continues is made. Until then neither it nor
 * any task behind it goes. After a stop only what is made of the rest goes.
 */
export const checkpointsHold = (run: JobRun): void => {
  const asked = new Set<string>();
  const goesOn = new Set<string>();
  const left = new Set<string>();
  let open: string | undefined;
  for (const { event, before } of eventsOf(run)) {
    if (event.type === 'CheckpointReached') {
      ok(open === undefined && !asked.has(event.data.before), 'asked twice');
      open = event.data.before;
      asked.add(open);
      const task = taskIn(before, open);
      ok(task !== undefined && isGrounded(before, task), 'asked before there is anything to see');
    }
    if (event.type === 'CheckpointDecided') {
      same(event.data.before, open);
      open = undefined;
      goesOn.add(event.data.before);
      const isStop = event.data.decision === 'stop';
      for (const { taskId, status, makes } of before.tasks) {
        if (isStop && status === 'pending' && makes !== 'assembly' && makes !== 'report') left.add(taskId);
      }
    }
    if (event.type !== 'TaskDispatched' || event.data.attempt > firstAttemptOf(before, event.data.taskId)) continue;
    ok(!left.has(event.data.taskId), 'made after a stop');
    const upTo = before.tasks.findIndex(({ taskId }) => taskId === event.data.taskId);
    for (const { taskId, status } of before.tasks.slice(0, upTo + 1)) {
      const wants = before.details?.tasks.find((task) => task.taskId === taskId)?.checkpoint === true;
      ok(!wants || goesOn.has(taskId) || status === 'left_out', `${taskId} was not decided`);
    }
  }
};

const firstAttemptOf = ({ tasks }: JobState, taskId: string): number =>
  (taskIn({ tasks }, taskId)?.attemptsUsed ?? 0) + 1;

const SPENDING: ReadonlySet<string> = new Set(['JobStarted', 'TaskDispatched', 'FrameRepairPlanned']);

/** From a requested cancel on nothing is started or dispatched, and nothing is claimed that was not claimed before. */
export const cancelStopsSpending = (run: JobRun): void => {
  const claimed = new Set<string>();
  let requested = false;
  for (const { event } of eventsOf(run)) {
    if (event.type === 'JobCancelRequested') requested = true;
    ok(!requested || !SPENDING.has(event.type), `${event.type} after a cancel`);
    if (event.type !== 'AttemptClaimed') continue;
    ok(!requested || claimed.has(event.data.attemptKey), 'claimed after a cancel');
    claimed.add(event.data.attemptKey);
  }
};
