/** Document stores as the contract wants them, each on a database of its own that is dropped in the end. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { MongoClient } from 'mongodb';
import {
  type MongoDocuments,
  type MongoDocumentsOptions,
  openMongoDocuments,
} from '../../../src/adapters/mongo/open-document-store.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { type Open, withOthers } from '../check.ts';
import type { DocumentSubject } from '../document-store.contract.ts';

export type MongoOptions = Pick<MongoDocumentsOptions, 'transactions' | 'turns'>;

export const openMongo = (url: string, database: string, options: MongoOptions = {}): MongoDocuments =>
  openMongoDocuments({
    url,
    database,
    clock: createClock(),
    timers: createTimers(),
    logger: silentLogger,
    ...options,
  });

/** A unique name; the database is dropped when the test is over. */
export const tempDatabase = (t: ExecutionContext, url: string): string => {
  const database = `pi-test-${randomUUID()}`;
  t.teardown(async () => {
    const client = new MongoClient(url);
    await client.db(database).dropDatabase();
    await client.close();
  });
  return database;
};

export const documentSubjectOn =
  (url: string, options: MongoOptions = {}): Open<DocumentSubject> =>
  async (t) => {
    const database = tempDatabase(t, url);
    return withOthers(async (another) => {
      const documents = openMongo(url, database, options);
      return { documents, another, close: async () => documents.close() };
    });
  };
