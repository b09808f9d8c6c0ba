import test from 'ava';
import { breachesOf, verdictOf } from '../../../src/kernel/verdict.ts';

test('both ends of a bound pass; a value outside fails and names the side', (t) => {
  const bounds = { light: { min: 10, max: 20 } };
  t.deepEqual(breachesOf({ light: 10 }, bounds), []);
  t.deepEqual(breachesOf({ light: 20 }, bounds), []);
  t.deepEqual(breachesOf({ light: 9.9999 }, bounds), [{ metric: 'light', side: 'min' }]);
  t.deepEqual(breachesOf({ light: 20.0001 }, bounds), [{ metric: 'light', side: 'max' }]);
});

test('a metric that is missing or no number fails its bound, one without a bound only informs', (t) => {
  t.deepEqual(breachesOf({}, { light: { min: 0 } }), [{ metric: 'light', side: 'absent' }]);
  t.deepEqual(breachesOf({ light: Number.NaN }, { light: { max: 1 } }), [{ metric: 'light', side: 'absent' }]);
  t.deepEqual(verdictOf({ light: -5 }, {}), { verdict: 'pass', failed: [] });
});

test('names from the prototype of objects are metrics like others', (t) => {
  t.deepEqual(verdictOf({}, { toString: { min: 1 } }), { verdict: 'fail', failed: ['toString'] });
});

test('failed metrics are named in the order of the alphabet, whatever the order of the bounds', (t) => {
  const metrics = { a: 0, b: 0, c: 5 };
  const failed = ['a', 'b'];
  t.deepEqual(verdictOf(metrics, { b: { min: 1 }, c: { min: 1 }, a: { min: 1 } }), { verdict: 'fail', failed });
  t.deepEqual(verdictOf(metrics, { a: { min: 1 }, b: { min: 1 }, c: { min: 1 } }), { verdict: 'fail', failed });
});
