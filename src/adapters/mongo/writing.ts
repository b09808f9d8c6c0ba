/** Writes of documents with their checkpoint: at once where the server has transactions, documents first elsewhere. */
import type { ClientSession, MongoClient } from 'mongodb';
import { waitAfter } from '../../kernel/again.ts';
import { limits } from '../../kernel/limits.ts';
import { START } from '../../kernel/position.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { NamedCheckpoint } from '../../ports/document-store.ts';
import { APP_NAME, concerns } from './client.ts';
import type { Connection } from './connection.ts';
import { faultOf, isTransient, isUnknownCommit } from './driver-faults.ts';
import { applyBatch, type Batch, checkFences, moveCheckpoints } from './write-documents.ts';

export type WritingDeps = {
  readonly timers: Timers;
  readonly logger: Logger;
  /** `never` does without, as on a node that is no member of a replica set. As the server offers unless stated. */
  readonly transactions?: 'never';
};

export type Write = (batches: readonly Batch[], checkpoints: readonly NamedCheckpoint[]) => Promise<void>;

/**
 * Faults `conflict` (the fence is higher) and `unavailable`. A batch too large for one transaction is written in
 * several, each under the fence. The checkpoint goes with the last one. The server holds a transaction in its cache,
 * and rolls back one that fills it, again and again.
 */
export const createWriting = (connection: Connection, { timers, logger, transactions }: WritingDeps): Write => {
  const { client, db, call, hasTransactions } = connection;

  const writeBatch = async (batch: Batch, checkpoints: readonly NamedCheckpoint[], isLast: boolean): Promise<void> =>
    call(limits.mongoWriteMaxMs, async (session, isLate) => {
      if (transactions === 'never' || !hasTransactions()) {
        await checkFences(db, session, checkpoints);
        await applyBatch(db, session, batch);
        if (isLast) await moveCheckpoints(db, session, checkpoints);
        return;
      }
      const moved = isLast ? checkpoints : checkpoints.map((one) => ({ ...one, position: START }));
      await inTransaction({ client, timers, logger }, session, isLate, async () => {
        // First, so that of two writers of one read model the second finds out before it has written anything.
        await moveCheckpoints(db, session, moved);
        await applyBatch(db, session, batch);
      });
    });

  return async (batches, checkpoints) => {
    // In one order, as documents are: two writers that meet give way to each other once.
    const ordered = checkpoints.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const [n, batch] of batches.entries()) await writeBatch(batch, ordered, n === batches.length - 1);
  };
};

type Deps = Pick<WritingDeps, 'timers' | 'logger'> & Pick<Connection, 'client'>;

/**
 * Runs `work` and commits it, retried as the server's manual asks. A transaction restarts when it met another or lost
 * its primary; the commit alone is repeated when its answer was lost. The writes are idempotent: each document keeps
 * the newer state. Throws the error of `work`, or the last error of the driver once it `isLate`.
 */
const inTransaction = async (
  { client, timers, logger }: Deps,
  session: ClientSession,
  isLate: () => boolean,
  work: () => Promise<void>,
): Promise<void> => {
  const pause = async (attempt: number): Promise<void> => {
    if (attempt >= limits.mongoRetryMs.length) await endOrphanedTransactions(client, logger);
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

/**
 * A process that is killed amid a transaction leaves its locks on the server for a minute
 * (`transactionLifetimeLimitSeconds`). The next owner of its read models would wait as long. So a process that meets a
 * lock for longer than our own transactions take ends idle ones of this service. A process that was only slow retries
 * its own, as after any conflict. The server shows and ends transactions of the same user, without any privilege.
 * Never throws: where the server does not allow it, waiting helps as well.
 */
const endOrphanedTransactions = async (client: MongoClient, logger: Logger): Promise<void> => {
  const admin = client.db('admin');
  try {
    const idle = await admin
      .aggregate<{ readonly lsid: { readonly id: unknown } }>(
        [
          { $currentOp: { allUsers: false, idleSessions: true, idleConnections: false } },
          {
            $match: {
              type: 'idleSession',
              appName: APP_NAME,
              'transaction.timeInactiveMicros': { $gte: limits.mongoOrphanIdleMs * 1_000 },
            },
          },
        ],
        { maxTimeMS: limits.mongoConnectMs, readConcern: { level: 'local' } },
      )
      .toArray();
    if (idle.length === 0) return;
    await admin.command({ killSessions: idle.map(({ lsid }) => ({ id: lsid.id })) });
    logger.warn({ transactions: idle.length }, 'ended transactions that a process has left behind in MongoDB');
  } catch (error) {
    logger.warn({ err: faultOf(error) }, 'MongoDB does not let us look for transactions that were left behind');
  }
};
