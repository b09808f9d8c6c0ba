import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseResult } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { ProviderCost } from '../../src/kernel/provider-cost.ts';
import { pollDelayMs } from '../../src/kernel/again.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { Asset, Coverage } from '../../events/common.ts';
import { type Attachment, attemptSubmitted, taskRendered, taskUnknown } from '../../events/job.ts';
import { advance } from './advance.ts';
import { climb, failureOf } from './ladder.ts';
import { evolve } from './evolve.ts';
import { attemptOf, chargeOf, taskOfAttempt } from './queries.ts';
import type { JobState } from './state.ts';

type Result = { readonly attemptKey: string; readonly epoch: number };

type Told = {
  /** The cost that the provider told: null where this service does not take it, undefined where it told none. */
  readonly providerCost?: ProviderCost | null;
};

const toldCost = ({ providerCost }: Told): Told => (providerCost === undefined ? {} : { providerCost });

/** The engine delivered and the asset is stored. Also the late result of an attempt whose outcome was unknown. */
type RecordRender = Result &
  Told & {
    readonly type: 'RecordRender';
    readonly asset: Asset;
    /** Made beside it; undefined for none. */
    readonly attachments?: readonly Attachment[];
    /** Where the engine tells which words it drew. */
    readonly coverage?: Coverage;
  };

export const recordRender = (command: RecordRender, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task === undefined) return refuse('attempt_not_current');
  if (task.renderedKeys.includes(command.attemptKey)) {
    return task.asset?.hash === command.asset.hash ? accept() : refuse('attempt_not_current');
  }
  const refusal = refuseResult(task, command.epoch);
  if (refusal !== undefined) return refusal;
  const { attemptKey, epoch, asset, attachments = [], coverage } = command;
  const told = {
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    ...(coverage === undefined ? {} : { coverage }),
  };
  const creditsCharged = task.judged ? null : chargeOf(task, 1);
  const rendered = taskRendered({
    ...attemptOf(task, attemptKey),
    makes: task.makes,
    epoch,
    asset,
    ...told,
    creditsCharged,
    ...toldCost(command),
  });
  return accept(...(task.judged ? [rendered] : advance(state, [rendered])));
};

/** The attempt certainly failed. */
type RecordFailure = Result &
  Told & {
    readonly type: 'RecordFailure';
    /**
     * `unavailable`: the engine made nothing, another try may work; `rejected`: it cannot; `lost`: it knows nothing of
     * the key; `cancelled`: it was called off; `not_delivered`: a person says that it did nothing, so it is called
     * again at once; `charged`: a person says that it wants its price for nothing; `provider_key_removed`: the
     * workspace has taken its key away before the call.
     */
    readonly code:
      | 'unavailable'
      | 'rejected'
      | 'provider_key_removed'
      | 'cancelled'
      | 'lost'
      | 'not_delivered'
      | 'charged';
    readonly message: string;
    readonly now: string;
  };

export const recordFailure = (command: RecordFailure, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task === undefined || state.details === null) return refuse('attempt_not_current');
  const refusal = refuseResult(task, command.epoch);
  if (refusal !== undefined) return refusal;
  const { code, message, now } = command;
  const didNothing = code === 'unavailable' || code === 'not_delivered';
  const again = didNothing && task.retry < limits.engineFailuresPerAttemptMax && !state.cancelRequested;
  const waitMs = code === 'unavailable' ? (limits.engineBackoffMs[task.retry] ?? 0) : 0;
  const retryAt = again ? addMs(now, waitMs) : null;
  const failed = failureOf(task, code, message, retryAt, toldCost(command));
  if (again || state.cancelRequested) return accept(failed);
  if (!task.judged) return accept(...advance(state, [failed]));
  const failure = {
    reason: 'engine_failed',
    engineUnfit: code === 'unavailable' || code === 'rejected' || code === 'provider_key_removed',
    corrections: [],
  } as const;
  return accept(failed, ...advance(evolve(state, failed), climb(state.details, task, failure)));
};

/** The engine may have done the work, and must not be asked again. */
type RecordUnknown = Result & {
  readonly type: 'RecordUnknown';
  readonly now: string;
  /** When the engine can be asked for the outcome; null for one that cannot. */
  readonly pollAfterMs: number | null;
};

export const recordUnknown = (command: RecordUnknown, state: JobState) => {
  const task = taskOfAttempt(state, command.attemptKey);
  if (task === undefined) return refuse('attempt_not_current');
  if (task.status === 'unknown') return accept();
  const refusal = refuseResult(task, command.epoch);
  if (refusal !== undefined) return refusal;
  const { attemptKey, now, pollAfterMs } = command;
  const pollAt = pollAfterMs === null ? null : addMs(now, pollDelayMs(pollAfterMs));
  const dueAt = addMs(now, limits.dispatchUnknownMaxMs);
  return accept(taskUnknown({ ...attemptOf(task, attemptKey), pollAt, dueAt }));
};

/** The engine has taken the attempt and works on it by itself. An attempt is submitted once, under one name. */
type RecordSubmission = {
  readonly type: 'RecordSubmission';
  readonly attemptKey: string;
  readonly epoch: number;
  /** The engine's own name for the work. */
  readonly ref: string;
  readonly pollAfterMs: number;
  readonly now: string;
};

export const recordSubmission = (command: RecordSubmission, state: JobState) => {
  const { attemptKey, epoch, ref, pollAfterMs, now } = command;
  const task = taskOfAttempt(state, attemptKey);
  if (task === undefined) return refuse('attempt_not_current');
  if (task.ref !== null) return task.ref === ref ? accept() : refuse('attempt_not_current');
  const refusal = refuseResult(task, epoch);
  if (refusal !== undefined) return refusal;
  const pollAt = addMs(now, pollDelayMs(pollAfterMs));
  const dueAt = addMs(now, limits.submittedMaxMs);
  return accept(attemptSubmitted({ ...attemptOf(task, attemptKey), epoch, ref, pollAt, dueAt }));
};
