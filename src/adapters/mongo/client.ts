/** The driver's client, with everything that the port's promises rest on said by us: a URL cannot weaken it. */
import { MongoClient } from 'mongodb';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';

/** How the server knows our connections; see orphaned-transactions.ts. */
export const APP_NAME = 'production-intelligence';

/**
 * Does not connect yet. What was acknowledged is durable on a majority of the nodes, what is read can be taken back by
 * no election. The driver repeats a read or write once by itself, which is harmless here. A node that falls silent is
 * given up by its heart-beat, which also ends the calls that wait for it.
 * Fault `invalid`: the URL cannot be read; the fault does not say more, as a URL may hold a password.
 */
export const createClient = (url: string): MongoClient => {
  try {
    return new MongoClient(url, {
      appName: APP_NAME,
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: limits.mongoReadMaxMs },
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      retryWrites: true,
      retryReads: true,
      serverSelectionTimeoutMS: limits.mongoSelectMs,
      connectTimeoutMS: limits.mongoConnectMs,
      heartbeatFrequencyMS: limits.mongoHeartbeatMs,
      socketTimeoutMS: limits.mongoDeclareMaxMs,
      waitQueueTimeoutMS: limits.mongoReadMaxMs,
      maxPoolSize: limits.mongoConnectionsMax,
    });
  } catch {
    throw new Fault('invalid', 'the URL of MongoDB cannot be read', { retriable: false });
  }
};
