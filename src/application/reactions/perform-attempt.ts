/**
 * One attempt under one attempt key, alike for tasks of every kind.
 *
 * prepare    The request is read before any claim: a store that is away uses up no attempt.
 * claim      The lease is an event on the stream. Held by another: the message is parked until this process has
 *            watched that lease for its whole length without seeing another. Then the engine's `repeat` decides.
 * call       Under the attempt key, within the engine's deadline; the lease is renewed when half of it has passed.
 * outcome    Delivered: the asset is stored, then the result appended. `unavailable`, `rejected`: the attempt failed.
 *            Unknown: `safe` engines are called again, `lookup` ones asked, `never` ones left alone.
 *
 * A process that dies anywhere leaves the message undone and the lease to lapse. Nothing is lost, and no attempt ever
 * gets a second key.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { leaseLengthMs } from '../../kernel/lease.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, EngineRequest, LookedUp, Output } from '../../ports/engine.ts';
import type { Handled } from '../../ports/message-log.ts';
import { askEngine, lookUp } from './ask-engine.ts';
import type { Attempt, AttemptDeps } from './attempt.ts';
import { keepLease, type Lease } from './keep-lease.ts';
import { storeOutput } from './store-output.ts';

type OpenScratch = ReturnType<AttemptDeps['scratch']['open']>;

const DONE: Handled = { kind: 'done' };

type Known = Exclude<LookedUp, { kind: 'running' }>;

export const performAttempt = async (deps: AttemptDeps, attempt: Attempt): Promise<Handled> => {
  const { record, engine, attemptKey } = attempt;
  // Another consumer has the message now. Past this point the lease is what counts, not the partition.
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
  if (engine.repeat === 'never' || first.epoch >= limits.claimsPerAttemptMax) {
    await record.unknown(first.epoch);
    return DONE;
  }
  const again = await record.claim(first.epoch);
  if (again.kind === 'held') return { kind: 'park', retryAfterMs: deps.leaseMs };
  if (again.kind === 'over') return DONE;
  if (engine.repeat === 'lookup') await settleByLookup(deps, attempt, again.epoch);
  else await callOrRefuse(deps, attempt, asked, again.epoch);
  return DONE;
};

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
  asked instanceof Fault ? attempt.record.failed(taken, 'rejected', asked.message) : call(deps, attempt, asked, taken);

const call = async (
  deps: AttemptDeps,
  attempt: Attempt,
  request: EngineRequest,
  taken: number,
  calls = 1,
): Promise<void> => {
  const { engine, record } = attempt;
  const lease = keepLease(deps, attempt, taken);
  const scratch = deps.scratch.open();
  let late: Promise<Done> | undefined;
  try {
    const answer = await askEngine(deps, attempt, request, scratch);
    if (answer.kind === 'done') {
      await deliver(deps, attempt, answer.output, lease);
      return;
    }
    const epoch = await lease.settled();
    if (answer.kind === 'failed') await record.failed(epoch, answer.code, answer.message);
    else if (answer.kind === 'late') {
      late = answer.work;
      takeLate(deps, attempt, epoch, answer.work, scratch);
      await record.unknown(epoch);
    } else if (engine.repeat === 'never') await record.unknown(epoch);
    else if (engine.repeat === 'lookup') await settleByLookup(deps, attempt, epoch);
    else if (calls < limits.safeRepeatsMax) await call(deps, attempt, request, epoch, calls + 1);
    else await record.failed(epoch, 'lost', answer.message);
  } finally {
    await lease.settled();
    if (late === undefined) await scratch.remove();
  }
};

/** An engine that must not be asked again may still deliver: until a person is asked, that is the reconciliation. */
const takeLate = (
  deps: AttemptDeps,
  attempt: Attempt,
  epoch: number,
  work: Promise<Done>,
  scratch: OpenScratch,
): void => {
  const taking = async (): Promise<void> => {
    try {
      const { output } = await work;
      const delivery = await storeOutput(deps.objects, attempt, output);
      await attempt.record.delivered(async () => Promise.resolve(epoch), delivery);
    } finally {
      await scratch.remove();
    }
  };
  taking().catch((err: unknown) => {
    deps.logger.warn({ attemptKey: attempt.attemptKey, err }, 'an engine never told what became of an attempt');
  });
};

/** Asks what became of the key until the engine knows, or its deadline has passed. */
const settleByLookup = async (deps: AttemptDeps, attempt: Attempt, taken: number): Promise<void> => {
  const lease = keepLease(deps, attempt, taken);
  const scratch = deps.scratch.open();
  try {
    const found = await lookUp(deps, attempt, scratch);
    if (found.kind !== 'running') {
      await conclude(deps, attempt, found, lease);
      return;
    }
    // An engine that still works, or does not answer, may deliver yet: no other key may be tried.
    const epoch = await lease.settled();
    await attempt.record.unknown(epoch);
    askOn(deps, attempt, epoch);
  } finally {
    await lease.settled();
    await scratch.remove();
  }
};

const conclude = async (deps: AttemptDeps, attempt: Attempt, found: Known, lease: Lease): Promise<void> => {
  const { engine, record } = attempt;
  if (found.kind === 'done') return deliver(deps, attempt, found.output, lease);
  const epoch = await lease.settled();
  return found.kind === 'failed'
    ? record.failed(epoch, found.code, found.message)
    : record.failed(epoch, 'lost', `${engine.name} knows nothing of the attempt`);
};

/** An engine that can be asked is asked on, until a person is: no job, cancelled or not, waits longer than it must. */
const askOn = (deps: AttemptDeps, attempt: Attempt, epoch: number): void => {
  const { clock, logger, stopping } = deps;
  const until = clock.monotonic() + limits.dispatchUnknownMaxMs;
  const asking = async (): Promise<void> => {
    const scratch = deps.scratch.open();
    try {
      while (clock.monotonic() < until) {
        const found = await lookUp(deps, attempt, scratch);
        // Settling an unknown outcome needs no lease: no other call is made any more.
        if (found.kind !== 'running')
          return await conclude(deps, attempt, found, { settled: async () => Promise.resolve(epoch) });
      }
    } finally {
      await scratch.remove();
    }
    return undefined;
  };
  asking().catch((err: unknown) => {
    if (stopping.aborted) return;
    logger.warn({ attemptKey: attempt.attemptKey, err }, 'an engine is asked no more what became of an attempt');
  });
};

/**
 * A delivery is kept for as long as the engine itself may take: a brief outage of a store or the log must not repeat
 * the engine's work.
 */
const deliver = async (deps: AttemptDeps, attempt: Attempt, output: Output, lease: Lease): Promise<void> => {
  const { record, engine } = attempt;
  try {
    const delivery = await patiently(deps, engine.deadlineMs, async () => storeOutput(deps.objects, attempt, output));
    await patiently(deps, engine.deadlineMs, async () => record.delivered(async () => lease.settled(), delivery));
  } catch (error) {
    if (!isFault(error, 'rejected')) throw error;
    await record.failed(await lease.settled(), 'rejected', error.message);
  }
};

/** Retries while a server is away, at most so long. */
const patiently = async <T>({ clock, timers, stopping }: AttemptDeps, patienceMs: number, work: () => Promise<T>) => {
  const until = clock.monotonic() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = isFault(error, 'unavailable') || isFault(error, 'ambiguous');
      if (!isAway || clock.monotonic() >= until) throw error;
    }
    await timers.sleep(limits.settleBackoffMs[Math.min(tries, limits.settleBackoffMs.length - 1)] ?? 0, stopping);
  }
};
