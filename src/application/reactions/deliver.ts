/** Keeps the answer of an engine: its output, or its name for the work that it has taken. */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Submitted } from '../../ports/engine.ts';
import type { Attempt, AttemptDeps, OutcomeRecord } from './attempt.ts';
import type { Lease } from './keep-lease.ts';
import { storeOutput } from './store-output.ts';

type DeliverDeps = Pick<AttemptDeps, 'objects' | 'clock' | 'timers' | 'stopping'>;
type Answered = Pick<Attempt, 'attemptKey' | 'workspaceId' | 'makes' | 'engine'> & { readonly record: OutcomeRecord };

/** Without a lease there is nothing to end. */
export const settledAt = (epoch: number): Lease => ({ settled: async () => Promise.resolve(epoch) });

/**
 * An answer is kept for as long as the engine itself may take: a brief outage of a store or the log must not repeat the
 * engine's work.
 */
export const takeAnswer = async (
  deps: DeliverDeps,
  attempt: Answered,
  answer: Done | Submitted,
  lease: Lease,
): Promise<void> => {
  const { record, engine } = attempt;
  const keep = async <T>(work: () => Promise<T>): Promise<T> => patiently(deps, engine.deadlineMs, work);
  try {
    if (answer.kind === 'submitted') {
      await keep(async () => record.submitted(await lease.settled(), answer));
      return;
    }
    const delivery = await keep(async () => storeOutput(deps.objects, attempt, answer.output));
    await keep(async () => record.delivered(async () => lease.settled(), delivery));
  } catch (error) {
    if (!isFault(error, 'rejected')) throw error;
    await record.failed(await lease.settled(), 'rejected', error.message);
  }
};

/** Tries again while a store is away, at most so long. */
const patiently = async <T>({ clock, timers, stopping }: DeliverDeps, patienceMs: number, work: () => Promise<T>) => {
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
