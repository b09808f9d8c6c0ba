/**
 * `read.sqlite`: read models, checkpoints, and the state of the message log's consumers.
 *
 * It is opened with `synchronous=NORMAL`: a commit costs no fsync and may be lost with the power. That is enough,
 * because everything in it follows from the log. A WAL keeps the order of commits, so a loss takes the end, documents
 * and checkpoints alike. After it a projection folds some events again, and some messages are delivered again, as they
 * may at any time.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { openDatabase, rows, single } from './database.ts';
import { createGroupCommit, type Job } from './group-commit.ts';
import { readMigrations } from './migrations.ts';
import { workOn, type Done, type Work } from './read-work.ts';
import { createReading, type Reading } from './reading.ts';

type Written = Job<Done> & { readonly work: Work };

/** The writer of the file in this process, where that is another than the connection that reads. */
export type ReadWriter = {
  /** Answers after the commit. Fault `unavailable`: it may have been written. */
  readonly write: (work: Work) => Promise<Done>;
  /** Settles the writes under way. */
  readonly close: () => Promise<void>;
};

export type ReadDatabase = {
  readonly database: DatabaseSync;
  /**
   * Does work in a transaction that it may share with others of the same moment; answers after the commit. Fault
   * `unavailable`: it may have been written.
   */
  readonly write: ReadWriter['write'];
  readonly reading: Reading;
  /** Empties the write-ahead log, which has earlier pages. Fault `unavailable`: others hold it for too long. */
  readonly emptyWal: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** `writer`: closed with it; the connection that reads writes, too, unless one is given. */
export const openReadDatabase = (path: string, timers: Timers, writer?: ReadWriter): ReadDatabase => {
  const database = openDatabase(path, { synchronous: 'NORMAL', migrations: readMigrations });
  // A name that was erased is overwritten: the pages of the file keep no copy of it (decision 0055).
  database.exec('PRAGMA secure_delete = FAST');
  const { write, close } = writer ?? writerOn(database, timers);
  let closed: Fault | undefined;
  let closing: Promise<void> | undefined;
  const reading = createReading(database, timers, () => closed);

  const finish = async (): Promise<void> => {
    await close();
    closed = new Fault('unavailable', 'the read models are closed', { retriable: false });
    database.close();
  };

  return Object.freeze({
    database,
    write: async (work: Work) => {
      if (closing !== undefined) throw new Fault('unavailable', 'the read models are closed');
      return write(work);
    },
    reading,
    emptyWal: async () => {
      for (let waitedMs = 0; ; waitedMs += limits.sqliteRetryMs) {
        const [busy] = await reading(() => single(rows<[number]>(database, 'PRAGMA wal_checkpoint(TRUNCATE)')));
        if (busy === 0) return;
        if (waitedMs >= limits.sqliteBusyMaxMs) throw new Fault('unavailable', 'others hold the read models');
        await timers.sleep(limits.sqliteRetryMs);
      }
    },
    close: async () => (closing ??= finish()),
  });
};

const writerOn = (database: DatabaseSync, timers: Timers): ReadWriter => {
  const carryOut = workOn(database);
  const commits = createGroupCommit<Done, Written>({ database, timers, apply: ({ work }) => carryOut(work) });
  return {
    write: async (work) => {
      const bytes = (work.kind === 'write' ? work.bytes : undefined) ?? 0;
      return new Promise<Done>((resolve, reject) => commits.enqueue({ bytes, work, resolve, reject }));
    },
    close: async () => commits.drained(),
  };
};
