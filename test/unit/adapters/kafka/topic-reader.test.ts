/** Reading a partition to its end: an answer without records is not the end yet. */
import test from 'ava';
import { readerOn } from '../../../support/messaging/reader-on.ts';

const END = 5;

/** A topic of one partition, whose broker gives these records, one answer after the other, and none from then on. */
const given = (...answers: readonly (readonly number[])[]) => {
  const asked: string[] = [];
  const fetch = async ({ topics }: { topics: { partitions: { fetchOffset: string }[] }[] }): Promise<unknown> => {
    asked.push(topics[0]?.partitions[0]?.fetchOffset ?? '');
    const messages = (answers[asked.length - 1] ?? []).map((offset) => ({ offset: String(offset) }));
    return { responses: [{ partitions: [{ messages }] }] };
  };
  const cluster = {
    fetchTopicsOffset: async ([{ fromBeginning }]: [{ fromBeginning: boolean }]) => [
      { partitions: [{ partition: 0, offset: fromBeginning ? '0' : String(END) }] },
    ],
    findTopicPartitionMetadata: () => [{ partitionId: 0 }],
    findLeaderForPartitions: () => ({ 1: [0] }),
    findBroker: async () => ({ fetch }),
  };
  return { reader: readerOn(() => cluster), asked };
};

const readAll = async (...answers: readonly (readonly number[])[]): Promise<{ read: string[]; asked: string[] }> => {
  const { reader, asked } = given(...answers);
  const read: string[] = [];
  await reader.read('letters', undefined, ({ offset }) => read.push(offset));
  await reader.close();
  return { read, asked };
};

test('an answer without records before the end is asked for once more', async (t) => {
  const { read, asked } = await readAll([0, 1], [], [2, 3], [], [4]);
  t.deepEqual(read, ['0', '1', '2', '3', '4']);
  t.deepEqual(asked, ['0', '2', '2', '4', '4']);
});

test('compacted records are not waited for', async (t) => {
  t.deepEqual((await readAll([0, 2])).asked, ['0', '3', '3']);
  t.deepEqual((await readAll([0, 4, 5])).read, ['0', '4'], 'nor is what came after the look at the end given');
});

test('a topic with fewer partitions than a writer needs is named with the remedy', async (t) => {
  const { reader } = given();
  const message = 'the topic letters has 1 of 16 partitions: add the others to it';
  await t.throwsAsync(reader.requirePartitions({ topic: 'letters', partitions: 16 }), { code: 'unavailable', message });
  await t.notThrowsAsync(reader.requirePartitions({ topic: 'letters', partitions: 1 }));
  await reader.close();
});
