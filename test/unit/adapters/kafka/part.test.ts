/** Partitions as a consumer reads them. */
import test from 'ava';
import {
  countBehind,
  type Held,
  newPart,
  partsOf,
  placesRead,
  progressAt,
} from '../../../../src/adapters/kafka/part.ts';

const held = (topic: string, partition: number): Held => ({
  part: newPart(topic, partition),
  lost: false,
  progress: undefined,
  saved: undefined,
});

test('partitions of one number are told apart by their topic', (t) => {
  const names = partsOf({ jobs: [0, 1], again: [0] }).map(({ name }) => name);
  t.is(new Set(names).size, 3);
});

test('where the group was is known from the first record on', (t) => {
  const holding = held('jobs', 0);
  t.deepEqual(placesRead([holding]), []);
  t.is(progressAt(holding, 7)?.next(), 7);
  t.is(holding.saved, 7);
  holding.progress?.pass(9);
  t.is(progressAt(holding, 11), holding.progress, 'gaps belong to no message');
  t.is(holding.saved, 7);
  t.deepEqual(placesRead([holding]), [{ topic: 'jobs', partition: 0, offset: 9 }]);
});

test('a partition that was set back is noticed', (t) => {
  const holding = held('jobs', 0);
  progressAt(holding, 5)?.pass(6);
  t.is(progressAt(holding, 5), undefined);
  t.is(holding.progress?.next(), 6);
});

test('records that are known to wait are counted', (t) => {
  const [zero, one] = [held('jobs', 0), held('jobs', 1)];
  progressAt(zero, 5)?.pass(6);
  zero.part.end = 10;
  one.part.end = 10;
  t.is(countBehind({ all: () => [zero, one].values() }), 4);
});
