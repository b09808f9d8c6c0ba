/**
 * `read.sqlite`: read models, checkpoints, and what consumers of the message log keep.
 *
 * It is opened with `synchronous=NORMAL`: a commit costs no fsync and may be lost with the power. That is enough,
 * because everything in it follows from the log: a WAL keeps the order of commits, so what is lost is the end,
 * documents and checkpoints alike; a checkpoint that has moved back makes its projection fold those events again, and
 * an offset that has moved back makes messages come again, as they may at any time.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import { openDatabase } from './database.ts';
import { createGroupCommit, type Job } from './group-commit.ts';
import { readMigrations } from './migrations.ts';
import { createReading, type Reading } from './reading.ts';

type Work = Job<unknown> & { readonly run: () => unknown };

export type ReadDatabase = {
  readonly database: DatabaseSync;
  /**
   * Runs `run` in a transaction that it may share with others of the same moment; answers after the commit. `run`
   * returns a fault to be refused: then it must not have written. `bytes` is about what it writes.
   */
  readonly transact: <R>(run: () => R | Fault, bytes?: number) => Promise<R>;
  readonly reading: Reading;
  readonly close: () => Promise<void>;
};

export const openReadDatabase = (path: string, timers: Timers): ReadDatabase => {
  const database = openDatabase(path, { synchronous: 'NORMAL', migrations: readMigrations });
  const commits = createGroupCommit<unknown, Work>({ database, timers, apply: (work) => work.run() });
  let closed: Fault | undefined;
  let closing: Promise<void> | undefined;

  const transact = async <R>(run: () => R | Fault, bytes = 0): Promise<R> =>
    new Promise<unknown>((resolve, reject) => {
      if (closing !== undefined) throw new Fault('unavailable', 'the read models are closed');
      commits.enqueue({ bytes, run, resolve, reject });
    }) as Promise<R>;

  const finish = async (): Promise<void> => {
    await commits.drained();
    closed = new Fault('unavailable', 'the read models are closed', { retriable: false });
    database.close();
  };

  return Object.freeze({
    database,
    transact,
    reading: createReading(timers, () => closed),
    close: async () => (closing ??= finish()),
  });
};
