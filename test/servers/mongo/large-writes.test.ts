/** A rebuild writes more at once than a small server can hold in one transaction. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import type { DocumentWrite } from '../../../src/ports/document-store.ts';
import { openMongo, tempDatabase } from '../../contract/mongo/subject.ts';
import { collect } from '../../contract/samples.ts';
import { requireServer } from '../../support/servers/require.ts';

const url = requireServer(test, 'mongodb');
const collection = 'box@1';
const COUNT = 1_000;

const writesAt = (position: string): DocumentWrite[] => {
  const text = position.repeat(20_000);
  return Array.from({ length: COUNT }, (_, n) => ({
    collection,
    id: `id-${n}`,
    owner: 'ws',
    position,
    body: { n, text },
  }));
};

if (url !== undefined) {
  test('a write of many transactions is whole when it answers, and under the fence from the first on', async (t) => {
    const documents = openMongo(url, tempDatabase(t, url));
    await documents.declare({ name: collection, indexes: { byN: ['n'] } });
    t.true(COUNT * 20_000 > 2 * limits.mongoBatchBytesMax);
    await documents.write(writesAt('1'), { name: 'box', position: '1', fence: 1 });
    t.deepEqual(await documents.checkpoint('box'), { position: '1', fence: 1 });
    const count = async (): Promise<number[]> => {
      const all = await collect(documents.scan(collection));
      return ['1', '2'].map((at) => all.filter(({ position }) => position === at).length);
    };
    t.deepEqual(await count(), [COUNT, 0]);

    await documents.write([], { name: 'box', position: '1', fence: 2 });
    const late = documents.write(writesAt('2'), { name: 'box', position: '2', fence: 1 });
    await t.throwsAsync(late, { code: 'conflict' });
    t.deepEqual(await count(), [COUNT, 0]);
    t.deepEqual(await documents.checkpoint('box'), { position: '1', fence: 2 });
    await documents.close();
  });
}
