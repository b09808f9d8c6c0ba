/** Which partitions a consumer holds, and how far it has come in them. */
import test from 'ava';
import { createHoldings, type Holding } from '../../../src/messaging/holdings.ts';
import { createProgress } from '../../../src/messaging/progress.ts';

type Part = { readonly name: string };
type Held = Holding<Part, number>;

const part = (name: string): Part => ({ name });

const setUp = () => {
  let now = 0;
  const holdings = createHoldings<Part, number>({ monotonic: () => now }, 1_000);
  return {
    holdings,
    pass: (ms: number) => {
      now += ms;
    },
    held: (name: string): Held => {
      const holding = holdings.at(name);
      if (holding === undefined) throw new Error(`${name} is not held`);
      return holding;
    },
  };
};

const names = (held: Iterable<Held>): string[] => Array.from(held, (one) => one.part.name);

test('a member keeps what it still has, with its progress', (t) => {
  const { holdings, held } = setUp();
  t.deepEqual(names(holdings.assign('m1', [part('a'), part('b')])), []);
  t.deepEqual(names(holdings.all()), ['a', 'b']);
  const [a, b] = [held('a'), held('b')];
  a.progress = createProgress(7);
  t.deepEqual(names(holdings.assign('m1', [part('a'), part('c')])), ['b']);
  t.deepEqual(names(holdings.all()), ['a', 'c']);
  t.is(held('a'), a);
  t.is(held('a').progress?.next(), 7);
  t.deepEqual([a.lost, b.lost, held('c').lost], [false, true, false]);
  t.is(holdings.at('b'), undefined);
});

test('under another tenure everything is lost: another member may have had it', (t) => {
  const { holdings, held } = setUp();
  holdings.assign('m1', [part('a')]);
  const before = held('a');
  t.deepEqual(names(holdings.assign('m2', [part('a')])), ['a']);
  t.deepEqual(names(holdings.all()), ['a']);
  t.true(before.lost);
  t.not(held('a'), before);
});

test('only progress that is not saved yet is saved', (t) => {
  const { holdings, held } = setUp();
  holdings.assign('m1', [part('a'), part('b')]);
  t.deepEqual(holdings.toSave(), [], 'it is not known where the group was');
  const a = held('a');
  a.progress = createProgress(5);
  a.saved = 5;
  const done = [a.progress.take(5, 6), a.progress.take(6, 7)];
  t.deepEqual(holdings.toSave(), [], 'nothing is done');
  done[0]?.();
  t.deepEqual(holdings.toSave(), [{ holding: a, place: 6 }]);
  t.deepEqual(holdings.toSave(), [{ holding: a, place: 6 }], 'until it is saved');
  a.saved = 6;
  t.deepEqual(holdings.toSave(), []);
  done[1]?.();
  holdings.assign('m1', [part('b')]);
  t.deepEqual(holdings.toSave(), [], 'its new owner saves it');
});

test('a partition that begins anew is lost, and held with nothing read', (t) => {
  const { holdings, held } = setUp();
  holdings.assign('m1', [part('a')]);
  const before = held('a');
  before.progress = createProgress(5);
  const anew = holdings.restart(before, part('a'));
  t.true(before.lost);
  t.is(held('a'), anew);
  t.is(anew.progress, undefined);
});

test('nothing is surely held before it is assigned, while the group changes, and long after it was confirmed', (t) => {
  const { holdings, held, pass } = setUp();
  holdings.confirm();
  t.false(holdings.isSure());
  holdings.assign('m1', [part('a')]);
  const a = held('a');
  t.true(holdings.isOwned(a));
  holdings.doubt();
  t.false(holdings.isOwned(a));
  holdings.assign('m1', [part('a')]);
  pass(999);
  t.true(holdings.isOwned(a));
  pass(1);
  t.false(holdings.isOwned(a));
  holdings.confirm(999);
  t.true(holdings.isOwned(a), 'as of when it was confirmed');
  holdings.loseAll();
  t.false(holdings.isOwned(a));
  t.false(holdings.isSure());
});
