import test from 'ava';
import fc from 'fast-check';
import { num } from '../../../../src/engines/service-images/drawing/svg.ts';

test('a coordinate is written to a tenth, as a number is', (t) => {
  const written = (value: number): string => String(Math.round(value * 10) / 10);
  for (const value of [0, -0, 0.04, -0.04, 0.05, -0.05, -0.06, 0.95, -0.95, 12, -12, 1_279.96]) {
    t.is(num(value), written(value));
  }
  fc.assert(fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => num(value) === written(value)));
});

test('a coordinate that is no number is a bug', (t) => {
  t.throws(() => num(Number.NaN), { message: /not a number/ });
});
