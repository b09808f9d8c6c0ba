/**
 * One attempt under one attempt key, alike for tasks of every kind.
 *
 * prepare    The request is read before any claim: a store that is away uses up no attempt.
 * claim      The lease is an event on the stream. Held by another: the message is parked until this process has
 *            watched that lease for its whole length without seeing another. Then the engine's `repeat` decides.
 * call       Under the attempt key, within the engine's deadline; the lease is renewed when half of it has passed.
 * outcome    Delivered: the asset is stored, then the result appended. Submitted: the engine's name for the work is
 *            appended, and `poll-attempt.ts` asks it later. `unavailable`, `rejected`: the attempt failed. So it has
 *            where its job was cancelled and a `safe` engine gave up, which a renewal asks it for. Unknown:
 *            `safe` engines are called again, `lookup` ones asked in the same way, `never` ones left alone.
 *
 * A process that dies anywhere leaves the message undone and the lease to lapse. Nothing is lost, and no attempt ever
 * gets a second key.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { leaseLengthMs } from '../../kernel/lease.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Engine, EngineRequest, Submitted } from '../../ports/engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import { askEngine, type EngineAnswer, isAskable } from './ask-engine.ts';
import { type Attempt, type AttemptDeps, refusedAs } from './attempt.ts';
import { settledAt, takeAnswer } from './take-answer.ts';
import { keepLease } from './keep-lease.ts';

type OpenScratch = ReturnType<AttemptDeps['scratch']['open']>;

const DONE: Handled = { kind: 'done' };

/** One for all, as calls are many. */
const CALLED_OFF = new Fault('cancelled', 'the job was cancelled');

export const performAttempt = async (deps: AttemptDeps, attempt: Attempt): Promise<Handled> => {
  const { record, engine, attemptKey } = attempt;
  // Another consumer has the message now. Past this point the lease counts, not the partition.
  if (!attempt.stillOwned()) throw new Fault('cancelled', 'the message has gone to another consumer');
  const asked = await prepare(attempt);
  const first = await record.claim(0);
  if (first.kind === 'over') return DONE;
  if (first.kind === 'taken') {
    await callOrRefuse(deps, attempt, asked, first.epoch);
    return DONE;
  }
  const remaining = deps.leases.remainingMs(attemptKey, first.epoch, leaseLengthMs(deps.leaseMs, first.epoch));
  if (remaining > 0) return { kind: 'park', retryAfterMs: Math.max(1, remaining) };
  // An attempt that ends each process which takes it up is left to a person, too: its stream is bounded.
  if (engine.repeat !== 'safe' || first.epoch >= limits.claimsPerAttemptMax) {
    await record.unknown(first.epoch, pollAfterMs(engine));
    return DONE;
  }
  const again = await record.claim(first.epoch);
  if (again.kind === 'held') return { kind: 'park', retryAfterMs: deps.leaseMs };
  if (again.kind === 'taken') await callOrRefuse(deps, attempt, asked, again.epoch);
  return DONE;
};

/** An engine that knows its keys is asked for the outcome of one. */
const pollAfterMs = (engine: Engine): number | null => (isAskable({ engine, ref: null }) ? limits.lookupEveryMs : null);

/** A fault `rejected` is a request that can never be made, and ends the attempt; all others are thrown. */
const prepare = async ({ request }: Attempt): Promise<EngineRequest | Fault> => {
  try {
    return await request();
  } catch (error) {
    if (isFault(error, 'rejected')) return error;
    throw error;
  }
};

const callOrRefuse = async (
  deps: AttemptDeps,
  attempt: Attempt,
  asked: EngineRequest | Fault,
  taken: number,
): Promise<void> =>
  asked instanceof Fault
    ? attempt.record.failed(taken, refusedAs(asked), asked.message)
    : call(deps, attempt, asked, taken);

const call = async (
  deps: AttemptDeps,
  attempt: Attempt,
  request: EngineRequest,
  taken: number,
  calls = 1,
): Promise<void> => {
  const { engine, record } = attempt;
  const calledOff = new AbortController();
  const lease = keepLease(deps, attempt, taken, () => {
    // Any other engine may be paid for what it has begun.
    if (engine.repeat === 'safe') calledOff.abort(CALLED_OFF);
  });
  const scratch = deps.scratch.open();
  let late: Promise<Done | Submitted> | undefined;
  try {
    const answer = await askEngine(deps, attempt, request, scratch, calledOff.signal);
    if (answer.kind === 'done' || answer.kind === 'submitted') {
      await takeAnswer(deps, attempt, answer, lease);
      return;
    }
    const epoch = await lease.settled();
    if (answer.kind === 'failed') await failed(deps, attempt, epoch, answer);
    else if (answer.kind === 'late') {
      late = answer.work;
      takeLate(deps, attempt, epoch, answer.work, scratch);
      await record.unknown(epoch, null);
    } else if (engine.repeat !== 'safe') await record.unknown(epoch, pollAfterMs(engine));
    else if (calls < limits.safeRepeatsMax) await call(deps, attempt, request, epoch, calls + 1);
    else await record.failed(epoch, 'lost', answer.message);
  } finally {
    await lease.settled();
    if (late === undefined) await scratch.remove();
  }
};

/** A request that an engine refuses is its client's affair; an engine that cannot work is the operator's. */
const failed = async (
  { logger }: AttemptDeps,
  { record, engine, attemptKey }: Attempt,
  epoch: number,
  { code, message }: EngineAnswer & { readonly kind: 'failed' },
): Promise<void> => {
  if (code === 'unavailable') logger.warn({ engine: engine.name, attemptKey, reason: message }, 'an attempt failed');
  await record.failed(epoch, code, message);
};

/** An engine that must not be asked again may still deliver: until a person is asked, that is the reconciliation. */
const takeLate = (
  deps: AttemptDeps,
  attempt: Attempt,
  epoch: number,
  work: Promise<Done | Submitted>,
  scratch: OpenScratch,
): void => {
  const taking = async (): Promise<void> => {
    try {
      await takeAnswer(deps, attempt, await work, settledAt(epoch));
    } finally {
      await scratch.remove();
    }
  };
  taking().catch((err: unknown) => {
    deps.logger.warn({ attemptKey: attempt.attemptKey, err }, 'an engine never told the outcome of an attempt');
  });
};
