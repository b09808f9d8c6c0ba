/** The partitions of each member of a group. */
import test from 'ava';
import { shareOut } from '../../../../src/adapters/kafka/assigner.ts';

const numbers = Array.from({ length: 16 }, (_, n) => n);
const members = (count: number): { memberId: string }[] =>
  Array.from({ length: count }, (_, n) => ({ memberId: `m${n}` })).toReversed();

test('each partition has one member, numbers go together, and shares differ by one at most', (t) => {
  for (const count of [1, 2, 3, 5, 16, 20]) {
    const shares = shareOut(members(count), { jobs: numbers, again: numbers, system: [0] });
    t.is(shares.size, count, 'also those that get nothing are told so');
    const jobs = [...shares.values()].map(({ jobs: own = [] }) => own);
    t.deepEqual(
      jobs.flat().toSorted((a, b) => a - b),
      numbers,
    );
    t.true(Math.max(...jobs.map((own) => own.length)) - Math.min(...jobs.map((own) => own.length)) <= 1);
    for (const share of shares.values()) t.deepEqual(share['again'], share['jobs']);
  }
});

test('members agree whatever order they are named in', (t) => {
  const [one, other] = [members(3), members(3).toReversed()];
  t.deepEqual(
    Object.fromEntries(shareOut(one, { jobs: numbers })),
    Object.fromEntries(shareOut(other, { jobs: numbers })),
  );
});
