/** How a relay tells that a topic is not the one that it knew. */
import test from 'ava';
import { endsAt, lostTopics, recordsIn, withAdded } from '../../../src/application/topic-ends.ts';
import { DISPATCH_TOPIC } from '../../../src/kernel/topics.ts';
import type { PublishedPartition } from '../../../src/ports/event-publisher.ts';

const ends = (topic: string, ...offsets: readonly number[]): readonly PublishedPartition[] =>
  offsets.map((offset, partition) => ({ topic, partition, endOffset: String(offset) }));

const JOBS = 'pi.job.v1';
const dispatched = { stream: 'job-1', type: 'FrameDispatched' };
const event = { ...dispatched, revision: 0, position: '1', id: 'e1', data: '{}', metadata: '{}' };

test('topics that end where they did, or later, are what they were', (t) => {
  const known = endsAt([...ends('a', 3, 4), ...ends('b', 0)]);
  t.deepEqual(lostTopics(known, known.ends), []);
  t.deepEqual(lostTopics(known, [...ends('b', 7), ...ends('a', 9, 4), ...ends('new', 1)]), []);
});

test('an earlier end, a partition that is not there, and a topic that is gone are losses', (t) => {
  const known = endsAt([...ends('a', 3, 4), ...ends('b', 5)]);
  t.deepEqual(lostTopics(known, [...ends('a', 3, 3), ...ends('b', 5)]), ['a']);
  t.deepEqual(lostTopics(known, [...ends('a', 99), ...ends('b', 5)]), ['a']);
  t.deepEqual(lostTopics(known, ends('b', 4)), ['a', 'b']);
  t.deepEqual(lostTopics(endsAt(ends('a', 0)), []), ['a'], 'also one that was empty');
});

test('offsets are compared as numbers, however long', (t) => {
  t.deepEqual(lostTopics(endsAt(ends('a', 9)), ends('a', 10)), []);
  const long = [{ topic: 'a', partition: 0, endOffset: '9007199254740993' }];
  const shorter = [{ topic: 'a', partition: 0, endOffset: '9007199254740992' }];
  t.deepEqual(lostTopics(endsAt(long), shorter), ['a']);
});

test('a topic that was lost and has grown beyond its old end is short of what was added', (t) => {
  const before = [...ends(JOBS, 2, 2), ...ends(DISPATCH_TOPIC, 1)];
  const known = withAdded(withAdded(endsAt(before), [event, event, event]), [event]);
  t.deepEqual(lostTopics(known, [...ends(JOBS, 2, 6), ...ends(DISPATCH_TOPIC, 5)]), []);
  t.deepEqual(lostTopics(known, [...ends(JOBS, 2, 2), ...ends(DISPATCH_TOPIC, 4)]), [JOBS, DISPATCH_TOPIC].toSorted());
  t.deepEqual(lostTopics(withAdded(endsAt([]), [event]), []), [JOBS, DISPATCH_TOPIC].toSorted());
});

test('records are summed over the partitions of a topic, or of all', (t) => {
  const all = [...ends('a', 1, 2), ...ends('b', 4)];
  t.is(recordsIn(all, 'a'), 3n);
  t.is(recordsIn(all), 7n);
});
