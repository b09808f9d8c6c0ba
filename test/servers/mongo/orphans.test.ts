/** Locks that a killed process has left behind do not stop its successors. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { MongoClient } from 'mongodb';
import { APP_NAME } from '../../../src/adapters/mongo/client.ts';
import type { MongoDocuments } from '../../../src/adapters/mongo/open-document-store.ts';
import { openMongo, tempDatabase } from '../../contract/mongo/subject.ts';
import { requireServer } from '../../support/servers/require.ts';

const url = requireServer(test, 'mongodb');
const collection = 'box@1';

/** A transaction that has written the checkpoint and goes no further, as of a process that is gone. */
const leaveTransaction = async (at: string, database: string, appName: string): Promise<MongoClient> => {
  const client = new MongoClient(at, { appName });
  const session = client.startSession();
  session.startTransaction();
  const checkpoints = client.db(database).collection<{ _id: string; fence: number }>('checkpoints');
  await checkpoints.updateOne({ _id: 'box' }, { $set: { fence: 9 } }, { session });
  return client;
};

const writeAt = async (documents: MongoDocuments, position: string): Promise<void> =>
  documents.write([{ collection, id: 'one', owner: 'ws', position, body: {} }], { name: 'box', position, fence: 1 });

if (url !== undefined) {
  test('an idle transaction is ended by the process that needs its locks', async (t) => {
    const database = tempDatabase(t, url);
    const documents = openMongo(url, database);
    await documents.declare({ name: collection, indexes: {} });
    await writeAt(documents, '1');
    const gone = await leaveTransaction(url, database, APP_NAME);
    await writeAt(documents, '2');
    t.deepEqual(await documents.checkpoint('box'), { position: '2', fence: 1 });
    await gone.close();
    await documents.close();
  });

  test('a transaction of another service is left alone, and the write is given up in bounded time', async (t) => {
    const database = tempDatabase(t, url);
    const documents = openMongo(url, database);
    await documents.declare({ name: collection, indexes: {} });
    await writeAt(documents, '1');
    const other = await leaveTransaction(url, database, `other-${randomUUID()}`);
    await t.throwsAsync(writeAt(documents, '2'), { code: 'unavailable' });
    t.deepEqual(await documents.checkpoint('box'), { position: '1', fence: 1 });
    await other.close();
    await writeAt(documents, '3');
    t.deepEqual(await documents.checkpoint('box'), { position: '3', fence: 1 });
    await documents.close();
  });
}
