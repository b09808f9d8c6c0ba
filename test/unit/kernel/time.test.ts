import test from 'ava';
import fc from 'fast-check';
import { addMs, msFrom, toUtc } from '../../../src/kernel/time.ts';

test('one instant has one form, and that form compares as text', (t) => {
  for (const time of ['2026-02-01T01:00:00+01:00', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000999Z']) {
    t.is(toUtc(time), '2026-02-01T00:00:00.000Z');
  }
  t.is(toUtc('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z');
});

test('a text that is no RFC 3339 time, or does not compare as text, has no such form', (t) => {
  const wrong = ['', 'now', '2026', '2026-02-01', '2026-02-01T00:00:00', '2026-13-01T00:00:00Z', '1769904000000'];
  for (const time of [...wrong, 'Sun, 01 Feb 2026 00:00:00 GMT', '9999-12-31T23:59:59-01:00']) {
    t.is(toUtc(time), undefined, time);
  }
});

test('the first millisecond from an instant on is the instant, or the next one', (t) => {
  for (const time of ['2026-02-01T01:00:00.001+01:00', '2026-02-01T00:00:00.0010Z', '2026-02-01T00:00:00.000000001Z']) {
    t.is(msFrom(time), '2026-02-01T00:00:00.001Z', time);
  }
  t.is(msFrom('2026-01-31T23:59:59.9999Z'), '2026-02-01T00:00:00.000Z');
  for (const time of ['9999-12-31T23:59:59.9999Z', 'now']) t.is(msFrom(time), undefined, time);
});

test('times are added to', (t) => {
  t.is(addMs('2026-02-28T23:59:59.999Z', 1), '2026-03-01T00:00:00.000Z');
  t.throws(() => addMs('soon', 1));
});

test('the quick way within a day is the way of Date', (t) => {
  const day = 24 * 60 * 60 * 1_000;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -day, max: day }), (time, ms) => {
      const sum = new Date(time + Math.max(ms, -time)).toISOString();
      return addMs(new Date(time).toISOString(), Math.max(ms, -time)) === sum;
    }),
    { seed: 1, numRuns: 5_000 },
  );
  t.is(addMs('2026-03-01T09:00:00Z', 500), '2026-03-01T09:00:00.500Z');
  t.is(addMs('2026-03-01T09:00:00.000Z', 0.5), '2026-03-01T09:00:00.000Z');
  t.throws(() => addMs('2026-03-01T99:00:00.000Z', 1));
});
