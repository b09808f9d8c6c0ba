/**
 * Asks an engine for the outcome of earlier work: of an attempt that it has taken and works on by itself, or of one
 * whose outcome is unknown. No lease is needed, since no other call is made for such an attempt: the stream takes one
 * outcome, whichever process has heard it.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { isAwaited, taskIn } from '../../../commands/job/queries.ts';
import type { JobState, TaskState } from '../../../commands/job/state.ts';
import type { Extent } from '../../kernel/extent.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { pollDelayMs } from '../../kernel/again.ts';
import type { Scratch } from '../../ports/engine.ts';
import { type AttemptEngine, engineOfAttempt } from '../services/own-engines.ts';
import type { Services, SystemContext } from '../services/services.ts';
import type { PlanDeps } from '../work/content.ts';
import { askOutcome, type Asked, callOff, isAskable } from './ask-engine.ts';
import type { AttemptDeps, OutcomeRecord } from './attempt.ts';
import { outcomeRecord } from './attempt-record.ts';
import { settledAt, takeAnswer } from './take-answer.ts';
import { planTask } from './plan-task.ts';

export type PollDeps = Pick<Services, 'commands' | 'engines' | 'own' | 'clock'> & AttemptDeps & PlanDeps;

export type Poll = { readonly stream: string; readonly taskId: string; readonly context: SystemContext };

/** When it is worth asking again, in milliseconds; undefined when nothing is left to ask. */
export const pollAttempt = async (deps: PollDeps, { stream, taskId, context }: Poll): Promise<number | undefined> => {
  const { state: job } = await deps.commands.read(jobDecider, stream);
  const task = taskIn(job, taskId);
  const attemptKey = task?.attemptKey ?? null;
  if (task === undefined || attemptKey === null || !isAwaited(task)) return undefined;
  const found = await engineOfAttempt(deps, context.workspaceId, task.engine ?? '');
  const record = outcomeRecord(deps, { stream, attemptKey, context });
  if (isKeyGone(found, task)) {
    // Another key may be of another account, which has never seen the work: only that one could tell.
    if (task.status !== 'unknown') {
      deps.logger.warn({ engine: task.engine, attemptKey }, 'the key of an attempt is gone: its outcome is unknown');
    }
    // The workspace may bring that key back until the attempt is given up.
    await record.unknown(task.epoch, limits.pollDelayMsMax);
    return limits.pollDelayMsMax;
  }
  // An engine that is configured no more cannot be asked: the attempt is given up when its time is up.
  if (found.kind !== 'found' || !isAskable({ engine: found.engine, ref: task.ref })) return limits.pollDelayMsMax;
  const asked = { engine: found.engine, attemptKey, ref: task.ref };
  if (job.cancelRequested) await callOff(deps, asked);
  const scratch = deps.scratch.open();
  try {
    return await settle(deps, { ...asked, job, task, record, workspaceId: context.workspaceId }, scratch);
  } finally {
    await scratch.remove();
  }
};

/**
 * For an attempt whose time is up, and that is given up next: the service may have been down all that time. A question
 * that no later time answers is left, as where content of its plan is lost: each job ends.
 */
export const askOnceMore = async (deps: PollDeps, poll: Poll): Promise<void> => {
  try {
    await pollAttempt(deps, poll);
  } catch (error) {
    if (!isFault(error) || error.retriable || error.code === 'cancelled') throw error;
    deps.logger.warn({ taskId: poll.taskId, error }, 'an attempt is given up, and its engine could not be asked');
  }
};

const isKeyGone = (found: AttemptEngine, { ownKey }: TaskState): boolean =>
  found.kind === 'key_removed' || (found.kind === 'found' && found.fingerprint !== ownKey);

type Awaited = Asked & {
  readonly job: JobState;
  readonly task: TaskState;
  readonly record: OutcomeRecord;
  readonly workspaceId: string;
};

const settle = async (deps: PollDeps, awaited: Awaited, scratch: Scratch): Promise<number | undefined> => {
  const { engine, attemptKey, task, record } = awaited;
  const { epoch } = task;
  const found = await askOutcome(deps, awaited, scratch);
  switch (found.kind) {
    case 'running':
      return pollDelayMs(found.pollAfterMs);
    case 'unknown':
      await record.unknown(epoch, limits.pollAgainMs);
      return limits.pollAgainMs;
    case 'done':
      await takeAnswer(
        deps,
        { ...awaited, makes: task.makes, least: await leastOf(deps, awaited) },
        found,
        settledAt(epoch),
      );
      return undefined;
    case 'failed':
      await record.failed(epoch, found.code, found.message, found);
      return undefined;
    case 'never_seen': {
      // The call may still be on its way: this process watches the doubt for as long as one call may take.
      const left = deps.leases.remainingMs(`lookup ${attemptKey}`, epoch, engine.deadlineMs);
      if (left > 0) return limits.lookupEveryMs;
      await record.failed(epoch, 'lost', `${engine.name} knows nothing of the attempt`);
      return undefined;
    }
  }
};

/** Work that a scorer judges may have any extent. */
const leastOf = async (deps: PlanDeps, { job, task }: Awaited): Promise<Extent> => {
  const { details } = job;
  return details === null || task.judged ? {} : (await planTask(deps, { ...job, details }, task)).least;
};
