/** Keeps the answer of an engine: its output, or its name for the work that it has taken. */
import { shortfallOf } from '../../kernel/extent.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Submitted } from '../../ports/engine.ts';
import type { Attempt, AttemptDeps, OutcomeRecord } from './attempt.ts';
import type { Lease } from './keep-lease.ts';
import { storeOutput } from './store-output.ts';

type AnswerDeps = Pick<AttemptDeps, 'objects' | 'clock' | 'timers' | 'stopping' | 'logger'>;
type Answered = Pick<Attempt, 'attemptKey' | 'workspaceId' | 'makes' | 'engine' | 'least'> & {
  readonly record: OutcomeRecord;
};

/** Without a lease there is nothing to end. */
export const settledAt = (epoch: number): Lease => ({ settled: async () => Promise.resolve(epoch) });

/**
 * An answer is kept for as long as the engine itself may take: a brief outage of a store or the log must not repeat the
 * engine's work.
 */
export const takeAnswer = async (
  deps: AnswerDeps,
  attempt: Answered,
  answer: Done | Submitted,
  lease: Lease,
): Promise<void> => {
  const { record } = attempt;
  const keep = async <T>(work: () => Promise<T>): Promise<T> => patiently(deps, attempt, work);
  try {
    if (answer.kind === 'submitted') {
      await keep(async () => record.submitted(await lease.settled(), answer));
      return;
    }
    const shortfall = shortfallOf(attempt.least ?? {}, answer.output);
    if (shortfall !== undefined) throw new Fault('rejected', `the output of ${attempt.engine.name}: ${shortfall}`);
    const delivery = await keep(async () => storeOutput(deps.objects, attempt, answer.output));
    await keep(async () => record.delivered(async () => lease.settled(), delivery, answer));
  } catch (error) {
    if (!isFault(error, 'rejected')) throw error;
    // It was made, and may be billed.
    await record.failed(await lease.settled(), 'rejected', error.message, answer.kind === 'done' ? answer : {});
  }
};

/** Tries again while a store is away, at most for the deadline of the engine. */
const patiently = async <T>(deps: AnswerDeps, { engine, attemptKey }: Answered, work: () => Promise<T>) => {
  const { clock, timers, stopping, logger } = deps;
  const until = clock.monotonic() + engine.deadlineMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = isFault(error, 'unavailable') || isFault(error, 'ambiguous');
      if (!isAway || clock.monotonic() >= until) throw error;
      if (tries === 0)
        logger.warn({ attemptKey, err: error }, 'the answer of an engine could not be kept; it is tried again');
    }
    await timers.sleep(limits.settleBackoffMs[Math.min(tries, limits.settleBackoffMs.length - 1)] ?? 0, stopping);
  }
};
