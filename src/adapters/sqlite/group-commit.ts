/**
 * Group commit: jobs that wait at the same moment share one transaction and one fsync.
 *
 * A job is checked before it writes, so a refused one leaves nothing behind and needs no savepoint. A job that fails
 * midway all the same (a bug, never the disk) rolls the transaction back; it is repeated without that job. No caller is
 * answered before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { isBusy, isFull, isStorageError, storageFault } from './database.ts';
import { createReading } from './reading.ts';

export type Job<R> = {
  readonly bytes: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
  /** The result of `apply`; settled with the commit. */
  outcome?: R | Error;
};

export type GroupCommitOptions<R, J extends Job<R>> = {
  readonly database: DatabaseSync;
  readonly timers: Timers;
  /** Runs inside the transaction: the result, or a fault if the job is refused and has written nothing. */
  readonly apply: (job: J) => R | Fault;
  /** After BEGIN, before the first job. */
  readonly begun?: () => void;
  readonly committed?: () => void;
  readonly rolledBack?: () => void;
  /**
   * The commit failed for another reason than a full disk: the jobs may or may not be there after a restart. Called
   * once; from then on everything is refused. Without it such a commit counts as rolled back.
   */
  readonly fatal?: (error: unknown) => void;
};

export type GroupCommit<J> = {
  enqueue(job: J): void;
  /** Resolves when all that was enqueued is settled. */
  drained(): Promise<void>;
  /** Set when a commit failed for good: nothing that this connection reads can be trusted any more. */
  stopped(): Fault | undefined;
};

export const createGroupCommit = <R, J extends Job<R>>(options: GroupCommitOptions<R, J>): GroupCommit<J> => {
  const { database, timers } = options;
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let queue: J[] = [];
  let running: Promise<void> | undefined;
  let stopped: Fault | undefined;

  /** Waits for the write lock without blocking: several processes may write one file. */
  const unlocked = createReading(database, timers, () => stopped);

  const stop = (error: unknown): void => {
    stopped = new Fault('unavailable', 'the storage has stopped after a failed commit', { cause: error });
    options.fatal?.(error);
  };

  const rollBack = (): void => {
    // SQLite has rolled back by itself after some errors (https://sqlite.org/lang_transaction.html, 3.1).
    if (database.isTransaction) database.exec('ROLLBACK');
    options.rolledBack?.();
  };

  /** The first job that fails by itself, if any. Throws when the storage fails. */
  const applyAll = (jobs: readonly J[]): J | undefined => {
    options.begun?.();
    for (const job of jobs) {
      try {
        job.outcome = options.apply(job);
      } catch (error) {
        if (isStorageError(error)) throw error;
        job.outcome = error instanceof Error ? error : new Fault('unavailable', 'a write failed', { cause: error });
        return job;
      }
    }
    return undefined;
  };

  const commitAll = (jobs: readonly J[]): void => {
    try {
      commit.run();
    } catch (error) {
      const rolledBack = isFull(error) || isBusy(error) || options.fatal === undefined;
      if (rolledBack) return failAll(jobs, error);
      rejectAll(jobs, new Fault('ambiguous', 'the commit failed, and may have been written', { cause: error }));
      return stop(error);
    }
    options.committed?.();
    for (const job of jobs) settle(job);
    return undefined;
  };

  const failAll = (jobs: readonly J[], error: unknown): void => {
    rejectAll(jobs, storageFault(error, database));
    try {
      rollBack();
    } catch (broken) {
      stop(broken);
    }
  };

  const write = async (jobs: readonly J[]): Promise<void> => {
    let left = jobs;
    while (left.length > 0) {
      try {
        await unlocked(() => begin.run());
      } catch (error) {
        return rejectAll(left, storageFault(error, database));
      }
      let failed: J | undefined;
      try {
        failed = applyAll(left);
      } catch (error) {
        return failAll(left, error);
      }
      if (failed === undefined) return commitAll(left);
      rollBack();
      settle(failed);
      left = left.filter((job) => job !== failed);
    }
    return undefined;
  };

  /**
   * Jobs of this turn of the event loop join the group. So do those of the next turns, while each brings more. Callers
   * that were answered together return one by one, and would otherwise pay for an fsync each. A single caller waits for
   * one turn.
   */
  const gathered = async (): Promise<void> => {
    let waiting: number;
    do {
      waiting = queue.length;
      await timers.nextTurn();
    } while (queue.length > waiting && queue.length < limits.groupCommitAppendsMax);
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      await gathered();
      const jobs = takeGroup(queue);
      queue = jobs.length === queue.length ? [] : queue.slice(jobs.length);
      try {
        await write(jobs);
      } catch (error) {
        // A bug of ours, not of a job: the state of the connection is unknown.
        rejectAll(jobs, storageFault(error, database));
        stop(error);
      }
    }
    running = undefined;
  };

  return {
    enqueue: (job) => {
      queue.push(job);
      running ??= run();
    },
    drained: async () => running,
    stopped: () => stopped,
  };
};

/** As many jobs from the front as one transaction may hold; at least one. */
export const takeGroup = <J extends { readonly bytes: number }>(queue: readonly J[]): readonly J[] => {
  let bytes = 0;
  for (let count = 0; count < queue.length; count += 1) {
    bytes += queue[count]?.bytes ?? 0;
    const full = count >= limits.groupCommitAppendsMax || (count > 0 && bytes > limits.groupCommitBytesMax);
    if (full) return queue.slice(0, count);
  }
  return queue;
};

const settle = <R>(job: Job<R>): void => {
  const { outcome } = job;
  if (outcome instanceof Error) job.reject(outcome);
  else job.resolve(outcome as R);
};

const rejectAll = <R>(jobs: readonly Job<R>[], error: Error): void => {
  for (const job of jobs) job.reject(error);
};
