/** Only what is done without a gap counts. */
import test from 'ava';
import fc from 'fast-check';
import { createDonePrefix, type DonePrefix } from '../../../../src/adapters/kafka/done-prefix.ts';
import { breaks, holds } from '../../../support/property.ts';

test('what is done behind something that is not waits for it', (t) => {
  const prefix = createDonePrefix(10);
  t.is(prefix.doneTo(), 10);
  for (const offset of [10, 11, 15, 16]) prefix.take(offset);
  t.is(prefix.next(), 17);
  prefix.done(11);
  prefix.done(16);
  t.is(prefix.doneTo(), 10);
  prefix.done(10);
  t.is(prefix.doneTo(), 15, 'a gap is passed, what is open is not');
  prefix.done(15);
  t.is(prefix.doneTo(), 17);
});

/** Nothing at or past what may be committed is done twice, nothing before it is open, and it never goes back. */
const law =
  (create: (from: number) => DonePrefix) =>
  ([gaps, order]: readonly [readonly number[], readonly number[]]): void => {
    const prefix = create(0);
    const offsets = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap));
    const open = new Set(offsets);
    for (const offset of offsets) prefix.take(offset);
    const ranked = offsets.toSorted((a, b) => (order[a % order.length] ?? 0) - (order[b % order.length] ?? 0));
    let before = 0;
    for (const offset of ranked) {
      prefix.done(offset);
      open.delete(offset);
      const to = prefix.doneTo();
      const expected = offsets.find((one) => open.has(one)) ?? prefix.next();
      if (to !== expected || to < before) throw new Error(`${to} in place of ${expected}`);
      before = to;
    }
  };

const inputs = fc.tuple(
  fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 30 }),
  fc.array(fc.integer(), { minLength: 1, maxLength: 30 }),
);

test('in whatever order messages are done, the prefix is the done one', (t) => {
  t.notThrows(() => holds(inputs, law(createDonePrefix), 200));
});

test('sabotage: a prefix that takes the last that was done for the end of it is found', (t) => {
  const hasty = (from: number): DonePrefix => {
    const prefix = createDonePrefix(from);
    let last = from;
    return { ...prefix, done: (offset) => void (last = offset + 1), doneTo: () => last };
  };
  t.true(breaks(inputs, law(hasty), 200));
});
