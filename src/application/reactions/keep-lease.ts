/** The lease of an attempt, renewed while its work goes on. */
import { Fault, isFault } from '../../kernel/faults.ts';
import { leaseLengthMs } from '../../kernel/lease.ts';
import type { Attempt, AttemptDeps } from './attempt.ts';

export type Lease = {
  /** Ends the renewals, waits for one under way, and tells the epoch that is then in force. May be asked again. */
  settled(): Promise<number>;
};

/** Why renewals are called off; one for all, since every attempt calls them off. */
const OVER = new Fault('cancelled', 'the call is over');

/**
 * So that the result is never refused for the call's own length. A failed renewal is retried: no other process may take
 * over while this one works and the log is back. `calledOff` is asked at each renewal that finds its job cancelled.
 */
export const keepLease = (
  { timers, leaseMs, logger }: Pick<AttemptDeps, 'timers' | 'leaseMs' | 'logger'>,
  { record, attemptKey }: Pick<Attempt, 'record' | 'attemptKey'>,
  taken: number,
  calledOff: () => void = () => undefined,
): Lease => {
  const over = new AbortController();
  let epoch = taken;
  /** False when another has taken over. */
  const renewed = async (): Promise<boolean> => {
    try {
      const claimed = await record.claim(epoch);
      if (claimed.kind !== 'taken') return false;
      epoch = claimed.epoch;
      if (claimed.calledOff) calledOff();
    } catch (err) {
      logger.warn({ attemptKey, err }, 'a lease could not be renewed; it is tried again');
    }
    return true;
  };
  const renewing = async (): Promise<void> => {
    do await timers.sleep(leaseLengthMs(leaseMs, epoch) / 2, over.signal);
    while (await renewed());
  };
  const ended = renewing().catch((error: unknown) => {
    if (!isFault(error, 'cancelled')) throw error;
  });
  return {
    settled: async () => {
      over.abort(OVER);
      await ended;
      return epoch;
    },
  };
};
