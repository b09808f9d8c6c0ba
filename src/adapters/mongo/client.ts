/** The driver's client, with everything that the port's promises rest on said by us: a URL cannot weaken it. */
import { type Db, MongoClient, ReadConcern, ReadPreference, WriteConcern } from 'mongodb';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';

/** How the server knows our connections; see `writing.ts`. */
export const APP_NAME = 'production-intelligence';

type Concerns = {
  readonly writeConcern: WriteConcern;
  readonly readConcern: ReadConcern;
  readonly readPreference: ReadPreference;
};

/**
 * Acknowledged writes are durable on a majority of the nodes, and no election takes back a read. The read concern is
 * made anew for each session: the driver writes the session's last time into it, which is of one server only.
 */
export const concerns = (): Concerns => ({
  writeConcern: new WriteConcern('majority', limits.mongoReadMaxMs, true),
  readConcern: new ReadConcern('majority'),
  readPreference: ReadPreference.primary,
});

/** The driver prefers settings of a URL to options of the client, but not to those of a database. */
export const databaseOf = (client: MongoClient, name: string): Db => client.db(name, concerns());

/**
 * Does not connect yet. The driver repeats a read or write once by itself, which is harmless here. A node that falls
 * silent is given up by its heart-beat, which also ends the calls that wait for it.
 * Fault `invalid`: the URL cannot be read; the fault does not say more, as a URL may hold a password.
 */
export const createClient = (url: string): MongoClient => {
  try {
    return new MongoClient(url, {
      appName: APP_NAME,
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
