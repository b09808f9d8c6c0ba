/** Which partitions a consumer has, and how far it has come in them. */
import test from 'ava';
import { advance, createHoldings, type Holding } from '../../../../src/adapters/kafka/holdings.ts';

const has = (holding: Holding | undefined): Holding => {
  if (holding === undefined) throw new Error('it has no such partition');
  return holding;
};

test('a member keeps what it still has, and reads on where it was', (t) => {
  const holdings = createHoldings();
  t.deepEqual(holdings.assign('m1', { jobs: [0, 1] }), []);
  const [zero, one] = [has(holdings.at('jobs', 0)), has(holdings.at('jobs', 1))];
  t.true(advance(zero, 7));
  t.true(advance(zero, 8));
  t.deepEqual(holdings.assign('m1', { jobs: [0, 2] }), [{ topic: 'jobs', partition: 0, offset: 9 }]);
  t.is(holdings.at('jobs', 0), zero);
  t.false(zero.lost);
  t.true(one.lost);
  t.is(holdings.at('jobs', 1), undefined);
  t.false(has(holdings.at('jobs', 2)).lost);
});

test('a member that comes back as another has lost everything: others may have had it', (t) => {
  const holdings = createHoldings();
  holdings.assign('m1', { jobs: [0] });
  const before = has(holdings.at('jobs', 0));
  advance(before, 3);
  t.deepEqual(holdings.assign('m2', { jobs: [0] }), []);
  t.true(before.lost);
  t.not(holdings.at('jobs', 0), before);
});

test('only what is done and not yet committed is to be committed', (t) => {
  const holdings = createHoldings();
  holdings.assign('m1', { jobs: [0, 1] });
  const zero = has(holdings.at('jobs', 0));
  t.deepEqual(holdings.toCommit(), [], 'nothing is known of where the group was');
  advance(zero, 5);
  advance(zero, 6);
  t.deepEqual(holdings.toCommit(), [], 'nothing is done');
  zero.progress?.done(5);
  const places = [{ topic: 'jobs', partition: 0, offset: 6 }];
  t.deepEqual(holdings.toCommit(), places);
  holdings.committed(places);
  t.deepEqual(holdings.toCommit(), []);
  zero.progress?.done(6);
  holdings.assign('m1', { jobs: [1] });
  t.deepEqual(holdings.toCommit(), [], 'it is for another to commit');
});

test('a partition that was set back is noticed, and begins anew', (t) => {
  const holdings = createHoldings();
  holdings.assign('m1', { jobs: [0] });
  const before = has(holdings.at('jobs', 0));
  advance(before, 5);
  before.highest = '0009';
  t.false(advance(before, 5));
  const anew = holdings.restart(before);
  t.true(before.lost);
  t.is(anew.highest, '');
  t.true(advance(anew, 0));
});

test('records that are known to wait are counted', (t) => {
  const holdings = createHoldings();
  holdings.assign('m1', { jobs: [0, 1] });
  const zero = has(holdings.at('jobs', 0));
  advance(zero, 5);
  zero.end = 10;
  t.is(holdings.behind(), 4);
});
