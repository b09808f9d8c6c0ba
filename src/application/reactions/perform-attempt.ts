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
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import { idFromContent } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Asset } from '../../../events/common.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { ImageEngine, ImageRequest, ImageResult } from '../../ports/image-engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
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
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Aborts when the service stops: calls under way are left to their lease. */
  readonly stopping: AbortSignal;
};

const DONE: Handled = { kind: 'done' };

export const performAttempt = async (deps: AttemptDeps, attempt: Attempt): Promise<Handled> => {
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

const call = async (deps: AttemptDeps, attempt: Attempt, epoch: number, calls = 1): Promise<void> => {
  const { engine, record } = attempt;
  const lease = keepLease(deps, attempt, epoch);
  try {
    const result = await generate(deps, attempt);
    await deliver(deps, attempt, lease.epoch(), result);
  } catch (error) {
    if (deps.stopping.aborted || isFault(error, 'cancelled')) throw error;
    if (isFault(error, 'rejected')) await record.failed(lease.epoch(), 'rejected', error.message);
    else if (isFault(error, 'unavailable')) await record.failed(lease.epoch(), 'unavailable', error.message);
    else if (!isFault(error, 'unknown_outcome')) throw error;
    else if (engine.repeat === 'never') await record.unknown(lease.epoch());
    else if (engine.repeat === 'lookup') await settleByLookup(deps, attempt, lease.epoch());
    else if (calls < limits.safeRepeatsMax) await call(deps, attempt, lease.epoch(), calls + 1);
    else await record.failed(lease.epoch(), 'lost', error.message);
  } finally {
    lease.stop();
  }
};

/** The engine's call, ended at its deadline: what it may have done is then unknown. */
const generate = async ({ timers, stopping }: AttemptDeps, attempt: Attempt): Promise<ImageResult> => {
  const { engine, attemptKey } = attempt;
  const request = await attempt.request();
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, stopping]);
  const work = engine.generate(attemptKey, request, signal);
  const deadline = timers.sleep(engine.deadlineMs, over.signal).then(() => {
    throw new Fault('unknown_outcome', `${engine.name} did not answer within ${engine.deadlineMs} ms`);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    over.abort();
    deadline.catch(() => undefined);
    work.catch(() => undefined);
  }
};

/** Asks what became of the key until the engine knows, or its deadline has passed. */
const settleByLookup = async (deps: AttemptDeps, attempt: Attempt, epoch: number): Promise<void> => {
  const { engine, record, attemptKey } = attempt;
  const lease = keepLease(deps, attempt, epoch);
  const until = deps.clock.monotonic() + engine.deadlineMs;
  try {
    for (;;) {
      const found = await engine.lookup(attemptKey);
      if (found.kind === 'done') {
        await deliver(deps, attempt, lease.epoch(), found.result);
        return;
      }
      if (found.kind === 'failed') {
        await record.failed(lease.epoch(), 'rejected', found.message);
        return;
      }
      if (deps.clock.monotonic() >= until) {
        await record.failed(lease.epoch(), 'lost', `${engine.name} knows nothing of the attempt`);
        return;
      }
      await deps.timers.sleep(limits.lookupEveryMs, deps.stopping);
    }
  } finally {
    lease.stop();
  }
};

/** Stores the picture, then says so: the event never names bytes that are not durable. */
const deliver = async (deps: AttemptDeps, attempt: Attempt, epoch: number, result: ImageResult): Promise<void> => {
  if (result.bytes.length > limits.imageBytesMax) {
    await attempt.record.failed(epoch, 'rejected', `the picture has ${result.bytes.length} bytes`);
    return;
  }
  const hash = sha256(result.bytes);
  const extension = extensionOf(result.contentType);
  assert(extension !== undefined && extension !== '', `no object has the type ${result.contentType}`);
  const key = `${attempt.workspaceId}/assets/${hash}.${extension}`;
  await deps.objects.put(key, result.bytes, result.contentType);
  const { width, height, contentType } = result;
  const id = idFromContent('ast', attempt.workspaceId, attempt.attemptKey);
  await attempt.record.delivered(epoch, { id, hash, key, contentType, width, height, sizeBytes: result.bytes.length });
};

/** Renews the lease while a call goes on; the result is appended under the epoch that is then in force. */
const keepLease = ({ timers, leaseMs, logger }: AttemptDeps, { record, attemptKey }: Attempt, taken: number) => {
  const over = new AbortController();
  let epoch = taken;
  const renew = async (): Promise<void> => {
    for (;;) {
      await timers.sleep(leaseMs / 2, over.signal);
      const renewed = await record.claim(epoch);
      if (renewed.kind !== 'taken') return;
      epoch = renewed.epoch;
    }
  };
  renew().catch((error: unknown) => {
    if (!over.signal.aborted) logger.warn({ attemptKey, error }, 'a lease could not be renewed');
  });
  return { epoch: () => epoch, stop: () => over.abort() };
};
