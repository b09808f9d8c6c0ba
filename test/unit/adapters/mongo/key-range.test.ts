import test from 'ava';
import { compareKeys, type Edge, HIGHEST, keyRange, LOWEST } from '../../../../src/adapters/mongo/key-range.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import type { Query } from '../../../../src/ports/document-store.ts';

const definition = { name: 'job@1', indexes: { byRank: ['rank'], byBoth: ['title', 'rank'] }, across: ['byRank'] };
const cursor = (...keys: readonly unknown[]): string => Buffer.from(JSON.stringify(keys)).toString('base64url');
const range = (query: Partial<Query>): { from: readonly Edge[]; to: readonly Edge[]; index: string } | undefined => {
  const found = keyRange(definition, { collection: 'job@1', index: 'byRank', limit: 1, ...query });
  return found && { from: found.from, to: found.to, index: found.index.name };
};

test('without conditions it is the whole index', (t) => {
  t.deepEqual(range({}), { from: [LOWEST, LOWEST], to: [HIGHEST, HIGHEST], index: 'all:rank' });
});

test('the owner and the equal members come first, at both ends', (t) => {
  t.deepEqual(range({ owner: 'ws', index: 'byBoth', equals: ['a'] }), {
    from: ['ws', 'a', LOWEST, LOWEST],
    to: ['ws', 'a', HIGHEST, HIGHEST],
    index: 'owner:title,rank',
  });
  t.deepEqual(range({ equals: [null] })?.from, [null, LOWEST]);
});

test('a bound takes in all ids at its value, and stays within its type', (t) => {
  const ends = (query: Partial<Query>): unknown => [range(query)?.from, range(query)?.to];
  t.deepEqual(ends({ atMost: 2 }), [
    [-Infinity, LOWEST],
    [2, HIGHEST],
  ]);
  t.deepEqual(ends({ atLeast: 2 }), [
    [2, LOWEST],
    ['', LOWEST],
  ]);
  t.deepEqual(ends({ atMost: 'k' }), [
    ['', LOWEST],
    ['k', HIGHEST],
  ]);
  t.deepEqual(ends({ atLeast: 'k' }), [
    ['k', LOWEST],
    [HIGHEST, HIGHEST],
  ]);
  t.deepEqual(ends({ atLeast: 1, atMost: 3 }), [
    [1, LOWEST],
    [3, HIGHEST],
  ]);
  t.is(range({ atLeast: 3, atMost: 1 }), undefined);
});

test('a page goes on after its cursor, or before it, and never leaves the bounds', (t) => {
  t.deepEqual(range({ after: cursor(null, 'id') })?.from, [null, 'id\0']);
  t.deepEqual(range({ after: cursor(5, 'id'), descending: true })?.to, [5, 'id']);
  const bounds = { atLeast: 2, atMost: 4 };
  t.deepEqual(range({ ...bounds, after: cursor(1, 'id') })?.from, [2, LOWEST]);
  t.deepEqual(range({ ...bounds, after: cursor(9, 'id'), descending: true })?.to, [4, HIGHEST]);
  t.is(range({ ...bounds, after: cursor(9, 'id') }), undefined);
  t.is(range({ ...bounds, after: cursor(1, 'id'), descending: true }), undefined);
});

test('a cursor that is not of this query is refused', (t) => {
  const bad = ['', '%', cursor(1), cursor(1, 2), cursor(1, 2, 'id'), cursor({}, 'id'), cursor(true, 'id')];
  for (const after of bad) t.throws(() => range({ after }), { instanceOf: Fault, code: 'invalid' }, after);
});

test('an undeclared name is a bug', (t) => {
  const bugs: Partial<Query>[] = [
    { index: 'byColour' },
    { index: 'byBoth' },
    { equals: [1, 2] },
    { equals: [1], atLeast: 1 },
  ];
  for (const bug of bugs) t.throws(() => range(bug), { instanceOf: BrokenInvariant });
});

test('keys are ordered as the server orders them: null, numbers, texts by their bytes', (t) => {
  // U+FF5E comes before U+10000 in bytes, and after it in code units.
  const order: Edge[] = [LOWEST, null, -Infinity, -1.5, 0, 2, 10, '', '10', 'X', 'x', '\uff5e', '\u{10000}', HIGHEST];
  for (const [a, left] of order.entries()) {
    for (const [b, right] of order.entries()) {
      t.is(Math.sign(compareKeys([1, left], [1, right])), Math.sign(a - b), `${String(left)} ${String(right)}`);
    }
  }
});
