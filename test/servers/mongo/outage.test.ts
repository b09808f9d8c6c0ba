/** A server that is down at the start, is killed, paused or cut off: bounded faults, and back by itself. */
import { inspect } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { isFault } from '../../../src/kernel/faults.ts';
import { freePort } from '../../../infra/tooling/free-ports.ts';
import type { MongoDocuments } from '../../../src/adapters/mongo/open-document-store.ts';
import { openMongo } from '../../contract/mongo/subject.ts';
import { untilItSucceeds } from '../../support/kernel/eventually.ts';
import { startMongo } from '../../support/servers/mongo.ts';
import { requirePrograms } from '../../support/servers/require.ts';
import { startToxiproxy } from '../../support/servers/toxiproxy.ts';

const collection = 'box@1';
const BACK_MS = 60_000;

const declare = async (documents: MongoDocuments): Promise<void> =>
  documents.declare({ name: collection, indexes: {} });
const writeAt = async (documents: MongoDocuments, position: string): Promise<void> =>
  documents.write([{ collection, id: 'one', owner: 'ws', position, body: {} }], { name: 'box', position, fence: 1 });

const openFor = (t: ExecutionContext, url: string): MongoDocuments => {
  const documents = openMongo(url, 'outage');
  t.teardown(async () => documents.close());
  return documents;
};

/** All calls are the fault that says to try again later; none hangs, or the test would. */
const isDown = async (t: ExecutionContext, documents: MongoDocuments, write = true): Promise<void> => {
  const calls: Promise<unknown>[] = [documents.ping(), documents.checkpoint('box'), declare(documents)];
  if (write) calls.push(writeAt(documents, '0'));
  for (const call of await Promise.allSettled(calls)) {
    const fault: unknown = call.status === 'rejected' ? call.reason : undefined;
    t.true(isFault(fault, 'unavailable') && fault.retriable, String(fault));
    t.false(inspect(fault, { depth: null }).includes('hunter2'), 'the password is in the fault');
  }
};

const isBack = async (documents: MongoDocuments, position: string): Promise<void> =>
  untilItSucceeds(
    'the documents are back',
    async () => {
      await documents.ping();
      await writeAt(documents, position);
    },
    BACK_MS,
  );

if (requirePrograms(test, 'mongodb', 'toxiproxy') !== undefined) {
  test('down at the start, killed and paused', async (t) => {
    const port = await freePort();
    const documents = openFor(t, `mongodb://127.0.0.1:${port}/?replicaSet=rs0`);
    const secret = openFor(t, `mongodb://user:hunter2@127.0.0.1:${port}/?replicaSet=rs0`);
    // Nothing is declared yet, so nothing can be written.
    await Promise.all([isDown(t, documents, false), isDown(t, secret, false)]);
    await isDown(t, documents, false);
    const server = await startMongo(t, { port });
    await untilItSucceeds('it is declared', async () => declare(documents), BACK_MS);
    await isBack(documents, '1');
    await server.signal(1, 'KILL');
    await isDown(t, documents);
    await server.up(1);
    await isBack(documents, '2');
    await server.signal(1, 'STOP');
    await isDown(t, documents);
    await server.signal(1, 'CONT');
    await isBack(documents, '3');
    t.deepEqual(await documents.checkpoint('box'), { position: '3', fence: 1 });
    await isDown(t, secret, false);
    // Closing waits for no server.
    await server.signal(1, 'KILL');
  });

  test('cut off, silent and reset', async (t) => {
    const server = await startMongo(t);
    const proxy = await (await startToxiproxy(t)).proxy(`127.0.0.1:${server.port}`);
    const documents = openFor(t, `mongodb://${proxy.listen}/?directConnection=true`);
    await declare(documents);
    let n = 1;
    for (const harm of [proxy.cut, proxy.hang, proxy.reset]) {
      await harm();
      await isDown(t, documents);
      await proxy.restore();
      n += 1;
      await isBack(documents, String(n));
    }
    await proxy.slow(50);
    await writeAt(documents, '8');
    t.deepEqual(await documents.checkpoint('box'), { position: '8', fence: 1 });
  });
}
