/**
 * One attempt under one attempt key, alike for frames of jobs and scenes of media (design, "Dispatch").
 *
 * claim      The lease is an event on the stream. Held by another: the message is parked until this process has
 *            watched that lease for its whole length without seeing another; then the engine's `repeat` decides.
 * call       Under the attempt key, within the engine's deadline; the lease is renewed when half of it has passed.
 * outcome    Delivered: the asset is stored, then the result appended. `unavailable`, `rejected`: the attempt failed.
 *            Unknown: `safe` engines are called again, `lookup` ones asked, `never` ones left alone.
 *
 * A process that dies anywhere leaves the message undone and the lease to lapse; nothing is lost and no second key is
 * ever used for the same attempt.
 */
import { sha256 } from '../../kernel/canonical-json.ts';
import { extensionOf } from '../../kernel/content-types.ts';
import { assert, BrokenInvariant, Fault, isFault } from '../../kernel/faults.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Asset } from '../../../events/common.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { AttemptLookup, ImageEngine, ImageRequest, ImageResult } from '../../ports/image-engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { EngineSlots } from './engine-slots.ts';
import type { LeaseWatch } from './lease-watch.ts';

export type AttemptFailure = 'unavailable' | 'rejected' | 'lost';

/** The attempt's own stream: each member appends under the epoch that it was given, and is refused under an old one. */
export type AttemptRecord = {
  /** The epoch that was taken; `held` by another under that epoch; `over` when there is nothing to do any more. */
  claim(
    lapsedEpoch: number,
  ): Promise<{ kind: 'taken'; epoch: number } | { kind: 'held'; epoch: number } | { kind: 'over' }>;
  delivered(epoch: number, asset: Asset): Promise<void>;
  failed(epoch: number, code: AttemptFailure, message: string): Promise<void>;
  unknown(epoch: number): Promise<void>;
};

export type Attempt = {
  readonly attemptKey: string;
  readonly workspaceId: string;
  readonly engine: ImageEngine;
  readonly request: () => Promise<ImageRequest>;
  readonly record: AttemptRecord;
  readonly stillOwned: () => boolean;
};

export type AttemptDeps = {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly leases: LeaseWatch;
  readonly slots: EngineSlots;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Aborts when the service stops: calls under way are left to their lease. */
  readonly stopping: AbortSignal;
};

const DONE: Handled = { kind: 'done' };

/** Why a deadline or a renewal is called off; one for all, since every attempt calls off both. */
const OVER = new Fault('cancelled', 'the call is over');

export const performAttempt = async (deps: AttemptDeps, attempt: Attempt): Promise<Handled> => {
  const giveBack = deps.slots.take(attempt.engine, attempt.workspaceId);
  if (giveBack === undefined) return { kind: 'park', retryAfterMs: limits.slotRetryMs };
  try {
    return await performNow(deps, attempt);
  } finally {
    giveBack();
  }
};

const performNow = async (deps: AttemptDeps, attempt: Attempt): Promise<Handled> => {
  const { record, engine, attemptKey } = attempt;
  // Another consumer has the message now. Past this point the lease is what counts, not the partition.
  if (!attempt.stillOwned()) throw new Fault('cancelled', 'the message has gone to another consumer');
  const first = await record.claim(0);
  if (first.kind === 'over') return DONE;
  if (first.kind === 'taken') {
    await call(deps, attempt, first.epoch);
    return DONE;
  }
  const remaining = deps.leases.remainingMs(attemptKey, first.epoch, deps.leaseMs);
  if (remaining > 0) return { kind: 'park', retryAfterMs: Math.max(1, remaining) };
  if (engine.repeat === 'never') {
    await record.unknown(first.epoch);
    return DONE;
  }
  const again = await record.claim(first.epoch);
  if (again.kind === 'held') return { kind: 'park', retryAfterMs: deps.leaseMs };
  if (again.kind === 'over') return DONE;
  if (engine.repeat === 'lookup') await settleByLookup(deps, attempt, again.epoch);
  else await call(deps, attempt, again.epoch);
  return DONE;
};

const call = async (deps: AttemptDeps, attempt: Attempt, taken: number, calls = 1): Promise<void> => {
  const { engine, record } = attempt;
  const lease = keepLease(deps, attempt, taken);
  try {
    const answer = await generate(deps, attempt);
    if (answer.kind === 'late') {
      const epoch = await lease.settled();
      await record.unknown(epoch);
      takeLate(deps, attempt, epoch, answer.work);
      return;
    }
    const asset = await store(deps, attempt, answer.result);
    await record.delivered(await lease.settled(), asset);
  } catch (error) {
    const epoch = await lease.settled();
    if (deps.stopping.aborted || isFault(error, 'cancelled')) throw error;
    if (isFault(error, 'rejected')) await record.failed(epoch, 'rejected', error.message);
    else if (isFault(error, 'unavailable')) await record.failed(epoch, 'unavailable', error.message);
    else if (!isFault(error, 'unknown_outcome')) throw error;
    else if (engine.repeat === 'never') await record.unknown(epoch);
    else if (engine.repeat === 'lookup') await settleByLookup(deps, attempt, epoch);
    else if (calls < limits.safeRepeatsMax) await call(deps, attempt, epoch, calls + 1);
    else await record.failed(epoch, 'lost', error.message);
  }
};

/** An engine that must not be asked again may still deliver: until a person is asked, that is the reconciliation. */
const takeLate = (deps: AttemptDeps, attempt: Attempt, epoch: number, work: Promise<ImageResult>): void => {
  work
    .then(async (result) => attempt.record.delivered(epoch, await store(deps, attempt, result)))
    .catch((error: unknown) => {
      deps.logger.warn({ attemptKey: attempt.attemptKey, error }, 'an engine never told what became of an attempt');
    });
};

type Answer =
  | { readonly kind: 'in_time'; readonly result: ImageResult }
  /** The deadline has passed, and the call goes on: only for engines that must not be asked again. */
  | { readonly kind: 'late'; readonly work: Promise<ImageResult> };

/** The engine's call, ended at its deadline: what it may have done is then unknown. */
const generate = async (deps: AttemptDeps, attempt: Attempt): Promise<Answer> => {
  const { timers, stopping, clock, metrics } = deps;
  const { engine, attemptKey } = attempt;
  const request = await attempt.request();
  const asked = clock.monotonic();
  const ended = (outcome: string): void => {
    metrics?.count('pi_engine_calls_total', { engine: engine.name, outcome });
    metrics?.observe('pi_engine_call_seconds', (clock.monotonic() - asked) / 1_000, { engine: engine.name });
  };
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, stopping]);
  const work = engine.generate(attemptKey, request, signal).catch((error: unknown) => {
    throw told(engine, error);
  });
  const waited = new AbortController();
  let late: Fault | undefined;
  const deadline = timers.sleep(engine.deadlineMs, waited.signal).then(() => {
    late = new Fault('unknown_outcome', `${engine.name} did not answer within ${engine.deadlineMs} ms`);
    throw late;
  });
  try {
    const result = await Promise.race([work, deadline]);
    ended('done');
    return { kind: 'in_time', result };
  } catch (error) {
    ended(isFault(error) ? error.code : 'failed');
    if (late !== undefined && error === late && engine.repeat === 'never') return { kind: 'late', work };
    over.abort(OVER);
    throw error;
  } finally {
    waited.abort(OVER);
    deadline.catch(() => undefined);
    work.catch(() => undefined);
  }
};

const TOLD = ['rejected', 'unavailable', 'unknown_outcome', 'cancelled'] as const;

/** An engine that fails in no way that its port knows has not said what became of the attempt. */
const told = ({ name }: ImageEngine, error: unknown): unknown => {
  if (TOLD.some((code) => isFault(error, code)) || error instanceof BrokenInvariant) return error;
  return new Fault('unknown_outcome', `${name} failed without saying what became of the attempt`, { cause: error });
};

/** Asks what became of the key until the engine knows, or its deadline has passed. */
const settleByLookup = async (deps: AttemptDeps, attempt: Attempt, taken: number): Promise<void> => {
  const { engine, record } = attempt;
  const lease = keepLease(deps, attempt, taken);
  try {
    const found = await lookUp(deps, attempt);
    if (found.kind === 'done') {
      const asset = await store(deps, attempt, found.result);
      await record.delivered(await lease.settled(), asset);
    } else if (found.kind === 'failed') await record.failed(await lease.settled(), 'rejected', found.message);
    else await record.failed(await lease.settled(), 'lost', `${engine.name} knows nothing of the attempt`);
  } finally {
    await lease.settled();
  }
};

const lookUp = async (
  { clock, timers, stopping }: AttemptDeps,
  { engine, attemptKey }: Attempt,
): Promise<AttemptLookup> => {
  const until = clock.monotonic() + engine.deadlineMs;
  for (;;) {
    const found = await engine.lookup(attemptKey);
    if (found.kind === 'done' || found.kind === 'failed' || clock.monotonic() >= until) return found;
    await timers.sleep(limits.lookupEveryMs, stopping);
  }
};

/** The picture, durable: the event that names it comes after. */
const store = async (deps: AttemptDeps, attempt: Attempt, result: ImageResult): Promise<Asset> => {
  const { workspaceId, attemptKey } = attempt;
  if (result.bytes.length > limits.imageBytesMax) {
    throw new Fault('rejected', `the picture has ${result.bytes.length} bytes, more than ${limits.imageBytesMax}`);
  }
  const hash = sha256(result.bytes);
  const extension = extensionOf(result.contentType);
  assert(extension !== undefined && extension !== '', `no object has the type ${result.contentType}`);
  const key = `${workspaceId}/assets/${hash}.${extension}`;
  await deps.objects.put(key, result.bytes, result.contentType);
  const { width, height, contentType } = result;
  const id = idFromContent('ast', workspaceId, attemptKey);
  return { id, hash, key, contentType, width, height, sizeBytes: result.bytes.length };
};

type Lease = {
  /** Ends the renewals, waits for one under way, and tells the epoch that is then in force. May be asked again. */
  settled(): Promise<number>;
};

/** Renews the lease while a call goes on, so that the result is never refused for the call's own length. */
const keepLease = ({ timers, leaseMs, logger }: AttemptDeps, { record, attemptKey }: Attempt, taken: number): Lease => {
  const over = new AbortController();
  let epoch = taken;
  const renewing = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await timers.sleep(leaseMs / 2, over.signal);
      const renewed = await record.claim(epoch);
      if (renewed.kind !== 'taken') return;
      epoch = renewed.epoch;
    }
  };
  const ended = renewing().catch((error: unknown) => {
    if (!isFault(error, 'cancelled')) logger.warn({ attemptKey, error }, 'a lease could not be renewed');
  });
  return {
    settled: async () => {
      over.abort(OVER);
      await ended;
      return epoch;
    },
  };
};
