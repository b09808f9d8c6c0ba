/** Writes of documents with their checkpoint: at once where the server has transactions, documents first elsewhere. */
import { limits } from '../../kernel/limits.ts';
import { START } from '../../kernel/position.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { NamedCheckpoint } from '../../ports/document-store.ts';
import type { Connection } from './connection.ts';
import { endOrphanedTransactions } from './orphaned-transactions.ts';
import { inTransaction } from './transactions.ts';
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
  const clearTheWay = async (): Promise<void> => endOrphanedTransactions(client, logger);

  const writeBatch = async (batch: Batch, checkpoints: readonly NamedCheckpoint[], isLast: boolean): Promise<void> =>
    call(limits.mongoWriteMaxMs, async (session, isLate) => {
      if (transactions === 'never' || !hasTransactions()) {
        await checkFences(db, session, checkpoints);
        await applyBatch(db, session, batch);
        if (isLast) await moveCheckpoints(db, session, checkpoints);
        return;
      }
      const moved = isLast ? checkpoints : checkpoints.map((one) => ({ ...one, position: START }));
      await inTransaction({ timers, clearTheWay }, session, isLate, async () => {
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
