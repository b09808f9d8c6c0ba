/**
 * Transactions, retried as the server's manual asks. They restart when they met another or lost their primary; the
 * commit alone is repeated when its answer was lost. Their writes are idempotent: each document keeps the newer state.
 */
import type { ClientSession } from 'mongodb';
import { waitAfter } from '../../kernel/again.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { concerns } from './client.ts';
import { isTransient, isUnknownCommit } from './driver-faults.ts';

export type TransactionDeps = {
  readonly timers: Timers;
  /** After a while of vain retries it looks for an orphaned transaction; see orphaned-transactions.ts. */
  readonly clearTheWay: () => Promise<void>;
};

/** Runs `work` and commits it. Throws the error of `work`, or the last error of the driver once it `isLate`. */
export const inTransaction = async (
  { timers, clearTheWay }: TransactionDeps,
  session: ClientSession,
  isLate: () => boolean,
  work: () => Promise<void>,
): Promise<void> => {
  const pause = async (attempt: number): Promise<void> => {
    if (attempt >= limits.mongoRetryMs.length) await clearTheWay();
    await timers.sleep(waitAfter(attempt + 1, limits.mongoRetryMs));
  };

  const commit = async (): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await session.commitTransaction();
      } catch (error) {
        if (!isUnknownCommit(error) || isTransient(error) || isLate()) throw error;
        await timers.sleep(waitAfter(attempt + 1, limits.mongoRetryMs));
      }
    }
  };

  for (let attempt = 0; ; attempt += 1) {
    try {
      session.startTransaction({ ...concerns(), maxCommitTimeMS: limits.mongoReadMaxMs });
      await work();
      return await commit();
    } catch (error) {
      // After a commit there is nothing to give up; the server has given up refused ones.
      if (session.inTransaction()) await session.abortTransaction();
      if (!isTransient(error) || isLate()) throw error;
    }
    await pause(attempt);
  }
};
