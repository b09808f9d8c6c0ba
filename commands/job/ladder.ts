/**
 * The repair ladder: the same prompt with a new seed, then corrections for the failed metrics, then the next engine,
 * then human review.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { clipped } from '../../src/kernel/text.ts';
import {
  frameRepairPlanned,
  humanReviewRequired,
  type JobEvent,
  taskDispatched,
  taskFailed,
} from '../../events/job.ts';
import type { Asset } from '../../events/common.ts';
import { attemptOf, enginesFor, isGrounded } from './queries.ts';
import type { JobDetails, JobState, TaskState } from './state.ts';

/** Far enough apart that neighbouring frames, whose base seeds may follow each other, never share a seed. */
const SEED_STRIDE = 104_729;

export const seedOf = (baseSeed: number, attempt: number): number =>
  (baseSeed + (attempt - 1) * SEED_STRIDE) % (limits.seedMax + 1);

/** The engine of a task's first attempt in a job; one that a person opened goes to the next one, if there is one. */
export const firstEngine = (details: JobDetails, { makes }: Pick<TaskState, 'makes'>, attempt: number): string => {
  const engines = enginesFor(details, makes);
  const index = attempt > limits.attemptsByLadderMax && engines.length > 1 ? 1 : 0;
  return engines[index] ?? '';
};

type Dispatch = {
  readonly attempt: number;
  readonly retry: number;
  readonly engine: string;
  readonly corrections: readonly string[];
  readonly previousAsset: Asset | null;
};

/** The intent to make one attempt. The hold's id is random, so its keys are those of this start of this job only. */
export const dispatchOf = (
  details: JobDetails,
  { taskId, index, seed }: TaskState,
  { attempt, retry, engine, corrections, previousAsset }: Dispatch,
): EventOf<typeof taskDispatched> =>
  taskDispatched({
    taskId,
    index,
    attempt,
    attemptKey: attemptKeyOf(details.holdId, index, attempt, retry),
    kind: details.kind,
    retry,
    engine,
    seed: seedOf(seed, attempt),
    corrections: [...corrections],
    previousAsset,
  });

export const attemptKeyOf = (holdId: string, index: number, attempt: number, retry: number): string =>
  `${holdId}.${index}.${attempt}.${retry}`;

type Failure = {
  readonly reason: 'attempts_exhausted' | 'engine_failed';
  /** The engine cannot do this at all: the next one must. */
  readonly engineUnfit: boolean;
  readonly corrections: readonly string[];
};

/** The step after a failed attempt: the next one is planned, and goes like any task, or a person decides. */
export const climb = (details: JobDetails, task: TaskState, failure: Failure): readonly JobEvent[] => {
  const { taskId, index, attemptsMax } = task;
  const next = task.attempt + 1;
  const rung = next <= attemptsMax ? rungFor(details, task, next, failure) : undefined;
  if (rung === undefined) return [toPerson(task, failure.reason)];
  return [frameRepairPlanned({ taskId, index, nextAttempt: next, ...rung, corrections: [...rung.corrections] })];
};

/** The ladder is at its end. */
export const toPerson = ({ taskId, index }: TaskState, reason: HumanReviewReason): JobEvent =>
  humanReviewRequired({ taskId, index, reason });

/** The attempt stayed unknown until its time was up: a person decides on a frame, and all else has failed. */
export const givenUp = (task: TaskState): readonly JobEvent[] =>
  task.judged
    ? [toPerson(task, 'dispatch_unknown')]
    : [failureOf(task, 'dispatch_unknown', 'the engine never told the outcome of this attempt')];

/** The task's attempt has failed; with a time it is dispatched again then. */
export const failureOf = (
  task: TaskState,
  code: string,
  message: string,
  retryAt: string | null = null,
  told: Pick<EventOf<typeof taskFailed>['data'], 'providerCost'> = {},
): EventOf<typeof taskFailed> =>
  taskFailed({
    ...attemptOf(task, task.attemptKey ?? ''),
    code,
    message: clipped(message, limits.failureMessageCharsMax),
    consumed: retryAt === null,
    retryAt,
    ...told,
  });

type HumanReviewReason = EventOf<typeof humanReviewRequired>['data']['reason'];

type Rung = {
  readonly step: 'new_seed' | 'corrections' | 'next_engine';
  readonly engine: string;
  readonly corrections: readonly string[];
};

const rungFor = (details: JobDetails, task: TaskState, attempt: number, failure: Failure): Rung | undefined => {
  const engine = task.engine ?? firstEngine(details, task, task.attempt);
  // Corrections gather over the attempts of a manifest; those of the last score are at the end, and stay.
  const asked = new Set(failure.corrections);
  const earlier = task.corrections.filter((correction) => !asked.has(correction));
  const corrections = [...earlier, ...asked].slice(-limits.correctionsMax);
  const engines = enginesFor(details, task.makes);
  const nextEngine = engines[engines.indexOf(engine) + 1];
  if (failure.engineUnfit) {
    return nextEngine === undefined ? undefined : { step: 'next_engine', engine: nextEngine, corrections };
  }
  if (attempt === 2) return { step: 'new_seed', engine, corrections: task.corrections };
  if (attempt > limits.attemptsByLadderMax && nextEngine !== undefined) {
    return { step: 'next_engine', engine: nextEngine, corrections };
  }
  return { step: 'corrections', engine, corrections };
};

type NextUp = { readonly task: TaskState; readonly attemptKey: string; readonly engine: string };

/**
 * The first pending task, past those whose attempts are `spoken` for. Undefined where none may go. A guess: the stream
 * decides, and a failed frame of the window may go first.
 */
export const nextUp = (job: JobState, isSpoken: (attemptKey: string) => boolean): NextUp | undefined => {
  const { details, status, cancelRequested, paused } = job;
  if (details === null || status !== 'running' || cancelRequested || paused) return undefined;
  for (const task of job.tasks) {
    if (task.status !== 'pending') continue;
    if (task.checkpoint) return undefined;
    const attempt = task.attempt + 1;
    const attemptKey = attemptKeyOf(details.holdId, task.index, attempt, 0);
    if (attempt > task.attemptsMax || isSpoken(attemptKey) || !isGrounded(job, task)) continue;
    return { task, attemptKey, engine: task.engine ?? firstEngine(details, task, attempt) };
  }
  return undefined;
};
