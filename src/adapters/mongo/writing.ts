/** Writes of documents with their checkpoint: at once where the server has transactions, documents first elsewhere. */
import { limits } from '../../kernel/limits.ts';
import { START } from '../../kernel/position.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { Connection } from './connection.ts';
import { endOrphanedTransactions } from './orphaned-transactions.ts';
import { inTransaction } from './transactions.ts';
import { applyBatch, type Batch, checkFence, moveCheckpoint, type NamedCheckpoint } from './write-documents.ts';

export type WritingDeps = {
  readonly timers: Timers;
  readonly logger: Logger;
  /** `never` does without, as on a node that is no member of a replica set. As the server offers unless stated. */
  readonly transactions?: 'never';
};

export type Write = (batches: readonly Batch[], checkpoint: NamedCheckpoint | undefined) => Promise<void>;

/**
 * Faults `conflict` (the fence is higher) and `unavailable`. What is too much for one transaction is written in
 * several, each under the fence, the checkpoint with the last one: the server holds a transaction in its cache, and
 * rolls one that fills it back, again and again.
 */
export const createWriting = (connection: Connection, { timers, logger, transactions }: WritingDeps): Write => {
  const { client, db, call, hasTransactions } = connection;
  const clearTheWay = async (): Promise<void> => endOrphanedTransactions(client, logger);

  const writeBatch = async (batch: Batch, checkpoint: NamedCheckpoint | undefined, isLast: boolean): Promise<void> =>
    call(limits.mongoWriteMaxMs, async (session, isLate) => {
      if (transactions === 'never' || !hasTransactions()) {
        if (checkpoint !== undefined) await checkFence(db, session, checkpoint);
        await applyBatch(db, session, batch);
        if (checkpoint !== undefined && isLast) await moveCheckpoint(db, session, checkpoint);
        return;
      }
      const moved = isLast ? checkpoint : checkpoint && { ...checkpoint, position: START };
      await inTransaction({ timers, clearTheWay }, session, isLate, async () => {
        // First, so that of two writers of one read model the second finds out before it has written anything.
        if (moved !== undefined) await moveCheckpoint(db, session, moved);
        await applyBatch(db, session, batch);
      });
    });

  return async (batches, checkpoint) => {
    for (const [n, batch] of batches.entries()) await writeBatch(batch, checkpoint, n === batches.length - 1);
  };
};
