import test from 'ava';
import { type AppendDecision, decideAppend } from '../../../support/event-store-double/append-rules.ts';

const stored = ['a', 'b', 'c'];

const decide = (expected: number, ids: string, current = stored.length - 1): AppendDecision =>
  decideAppend({ expected, current, ids: ids.split('').filter(Boolean), idAt: (revision) => stored[revision] });

test('at the expected revision the append is written, with any ids', (t) => {
  t.is(decide(-1, 'x', -1), 'write');
  t.is(decide(2, 'x'), 'write');
  t.is(decide(2, 'c'), 'write');
  t.is(decide(2, ''), 'write');
});

test('behind the head only what is stored just there is a repeat', (t) => {
  for (const [expected, ids] of [
    [-1, 'abc'],
    [-1, 'ab'],
    [0, 'b'],
    [0, 'bc'],
    [1, 'c'],
  ] as const) {
    t.is(decide(expected, ids), 'repeat', `${expected} ${ids}`);
  }
  for (const [expected, ids] of [
    [-1, 'x'],
    [-1, 'axc'],
    [-1, 'abcd'],
    [0, 'a'],
    [1, 'cd'],
    [0, 'cb'],
    [1, ''],
  ] as const) {
    t.is(decide(expected, ids), 'conflict', `${expected} ${ids}`);
  }
});

test('ahead of the head nothing is taken', (t) => {
  t.is(decide(3, 'x'), 'conflict');
  t.is(decide(0, 'x', -1), 'conflict');
});
