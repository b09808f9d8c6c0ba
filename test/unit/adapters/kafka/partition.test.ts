/** Keys go where Kafka's own clients put them. */
import test from 'ava';
import { Partitioners } from 'kafkajs';
import { murmur2, partitionOf } from '../../../../src/adapters/kafka/partition.ts';

test('murmur2 has the values of the Java client', (t) => {
  // From `UtilsTest.testMurmur2` of Apache Kafka.
  const vectors: readonly (readonly [string, number])[] = [
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ];
  for (const [key, hash] of vectors) t.is(murmur2(Buffer.from(key)), hash, key);
});

test('the partition of a key is the one that another client takes', (t) => {
  const other = Partitioners.DefaultPartitioner();
  const found = new Set<number>();
  for (let n = 0; n < 400; n += 1) {
    const key = `${'ключ-🎬-key'.slice(0, n % 11)}${n}`;
    const partitionMetadata = Array.from({ length: 16 }, (_, partitionId) => ({
      partitionId,
      partitionErrorCode: 0,
      leader: 1,
      replicas: [],
      isr: [],
    }));
    const partition = partitionOf(key, 16);
    found.add(partition);
    t.is(partition, other({ topic: 'any', partitionMetadata, message: { key, value: '' } }), key);
  }
  t.is(found.size, 16);
});

test('a view into other bytes hashes like the bytes themselves', (t) => {
  const bytes = Buffer.from('xxabcdefgxx').subarray(2, 9);
  t.is(murmur2(bytes), murmur2(Buffer.from('abcdefg')));
});
