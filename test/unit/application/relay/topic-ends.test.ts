/** How a relay tells that a topic is not the one that it knew. */
import test from 'ava';
import { lostTopics, misplaced, recordsIn, withAdded } from '../../../../src/application/relay/run-relay.ts';
import type { PublishedPartition, PublishedRecords } from '../../../../src/ports/event-publisher.ts';

const ends = (topic: string, ...offsets: readonly number[]): readonly PublishedPartition[] =>
  offsets.map((offset, partition) => ({ topic, partition, endOffset: String(offset) }));

/** So many records from an offset on. */
const records = (topic: string, partition: number, from: number | bigint, count: number): PublishedRecords => {
  const endOffset = String(BigInt(from) + BigInt(count));
  return { topic, partition, firstOffset: String(from), endOffset };
};

test('topics that end where they did, or later, are what they were', (t) => {
  const known = [...ends('a', 3, 4), ...ends('b', 0)];
  t.deepEqual(lostTopics(known, known), []);
  t.deepEqual(lostTopics(known, [...ends('b', 7), ...ends('a', 9, 4), ...ends('new', 1)]), []);
});

test('an earlier end, a partition that is not there, and a topic that is gone are losses', (t) => {
  const known = [...ends('a', 3, 4), ...ends('b', 5)];
  t.deepEqual(lostTopics(known, [...ends('a', 3, 3), ...ends('b', 5)]), ['a']);
  t.deepEqual(lostTopics(known, [...ends('a', 99), ...ends('b', 5)]), ['a']);
  t.deepEqual(lostTopics(known, ends('b', 4)), ['a', 'b']);
  t.deepEqual(lostTopics(ends('a', 0), []), ['a'], 'also one that was empty');
});

test('offsets are compared as numbers, however long', (t) => {
  t.deepEqual(lostTopics(ends('a', 9), ends('a', 10)), []);
  const long = [{ topic: 'a', partition: 0, endOffset: '9007199254740993' }];
  const shorter = [{ topic: 'a', partition: 0, endOffset: '9007199254740992' }];
  t.deepEqual(lostTopics(long, shorter), ['a']);
});

test('a topic that was lost and has grown beyond its old end is short of what was added', (t) => {
  const known = withAdded(ends('a', 2, 2), [records('a', 1, 2, 3), records('b', 0, 0, 1), records('a', 1, 5, 1)]);
  t.deepEqual(known, [...ends('a', 2, 6), ...ends('b', 1)]);
  t.deepEqual(lostTopics(known, [...ends('a', 2, 6), ...ends('b', 5)]), []);
  t.deepEqual(lostTopics(known, [...ends('a', 2, 5), ...ends('b', 5)]), ['a']);
  t.deepEqual(lostTopics(known, ends('a', 9, 5)), ['a', 'b'], 'however long its other partitions are');
});

test('records before the known end are in a lost topic', (t) => {
  const known = [...ends('a', 3, 4), ...ends('b', 5)];
  t.deepEqual(misplaced(known, [records('a', 0, 3, 1), records('b', 0, 9, 1), records('new', 0, 0, 1)]), []);
  t.deepEqual(misplaced(known, [records('b', 0, 0, 1), records('a', 0, 3, 1), records('a', 1, 3, 9)]), ['a', 'b']);
  const long = [{ topic: 'a', partition: 0, endOffset: '9007199254740993' }];
  t.deepEqual(misplaced(long, [records('a', 0, 9007199254740992n, 1)]), ['a'], 'as numbers, however long');
  t.deepEqual(withAdded(known, [records('b', 0, 0, 1)]), known, 'an end that is known does not come back');
});

test('records are summed over all partitions', (t) => {
  t.is(recordsIn([...ends('a', 1, 2), ...ends('b', 4)]), 7n);
});
