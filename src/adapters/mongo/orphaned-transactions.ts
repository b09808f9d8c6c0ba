/**
 * A process that is killed amid a transaction leaves its locks on the server for a minute
 * (`transactionLifetimeLimitSeconds`). The next owner of its read models would wait as long. So a process that meets a
 * lock for longer than our own transactions take ends idle ones of this service. A process that was only slow retries
 * its own, as after any conflict.
 *
 * The server shows and ends transactions of the same user, without any privilege.
 */
import type { MongoClient } from 'mongodb';
import { limits } from '../../kernel/limits.ts';
import type { Logger } from '../../ports/basics.ts';
import { APP_NAME } from './client.ts';
import { faultOf } from './driver-faults.ts';

/** Never throws: where the server does not allow it, waiting helps as well. */
export const endOrphanedTransactions = async (client: MongoClient, logger: Logger): Promise<void> => {
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
