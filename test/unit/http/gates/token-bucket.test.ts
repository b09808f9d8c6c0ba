import { ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createTokenBuckets, type TokenBuckets } from '../../../../src/http/gates/token-bucket.ts';
import { breaks, holds } from '../../../support/property/property.ts';

test('a full bucket gives what it holds, and then what flows in', (t) => {
  const buckets = createTokenBuckets();
  for (let left = 59; left >= 0; left -= 1) t.like(buckets.take('a', 60, 0), { granted: true, left });
  t.like(buckets.take('a', 60, 0), { granted: false, left: 0, waitMs: 1_000 });
  t.like(buckets.take('a', 60, 400), { granted: false, waitMs: 600 });
  t.like(buckets.take('a', 60, 1_000), { granted: true, left: 0 });
  t.like(buckets.take('a', 60, 1_000), { granted: false });
});

test('a refusal costs nothing', (t) => {
  const buckets = createTokenBuckets();
  buckets.take('a', 1, 0);
  for (let at = 0; at < 60_000; at += 1_000) t.false(buckets.take('a', 1, at).granted);
  t.true(buckets.take('a', 1, 60_000).granted);
});

test('buckets are apart, and never fuller than full', (t) => {
  const buckets = createTokenBuckets();
  buckets.take('a', 1, 0);
  t.true(buckets.take('b', 1, 0).granted);
  t.true(buckets.take('a', 1, 10_000_000).granted);
  t.false(buckets.take('a', 1, 10_000_000).granted);
});

test('a bucket that was forgotten is full', (t) => {
  const buckets = createTokenBuckets(2);
  buckets.take('a', 1, 0);
  buckets.take('b', 1, 0);
  t.false(buckets.take('b', 1, 0).granted);
  buckets.take('c', 1, 0);
  t.true(buckets.take('a', 1, 0).granted);
});

const CAPACITY = 10;
/** Milliseconds between calls: mostly bursts, with pauses of any length between them. */
const gap = fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(60_000) });
const arrivals = fc.array(gap, { minLength: 1, maxLength: 120, size: 'max' });

/** In no stretch of time more than the bucket holds and what flows in meanwhile: there is no edge of a window. */
const neverMore =
  (make: () => Pick<TokenBuckets, 'take'>) =>
  (gaps: readonly number[]): void => {
    const buckets = make();
    let now = 0;
    const granted: number[] = [];
    for (const gap of gaps) {
      now += gap;
      if (buckets.take('a', CAPACITY, now).granted) granted.push(now);
    }
    for (const [first, from] of granted.entries()) {
      for (const [last, to] of granted.entries()) {
        if (last >= first) ok(last - first + 1 <= CAPACITY + ((to - from) * CAPACITY) / 60_000 + 1e-6);
      }
    }
  };

/** A fixed window: the sabotage that the law must find. */
const fixedWindows = (): Pick<TokenBuckets, 'take'> => {
  let window = -1;
  let used = 0;
  return {
    take: (_, capacity, nowMs) => {
      const current = Math.floor(nowMs / 60_000);
      if (current !== window) [window, used] = [current, 0];
      used += 1;
      return { granted: used <= capacity, left: 0, waitMs: 0, fullMs: 0 };
    },
  };
};

test('in no stretch of time is more granted than the bucket allows', (t) => {
  holds(arrivals, neverMore(createTokenBuckets), 300);
  t.true(breaks(arrivals, neverMore(fixedWindows), 2_000));
});
