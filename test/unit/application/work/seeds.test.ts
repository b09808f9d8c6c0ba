import test from 'ava';
import { drawSeed, frameSeed } from '../../../../src/application/work/seeds.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const drawnFrom = (...bytes: readonly number[]): number => drawSeed({ bytes: () => Uint8Array.from(bytes) });

test('a seed is drawn from the port of ids alone, over the whole range', (t) => {
  t.is(drawnFrom(0, 0, 0, 0), 0);
  t.is(drawnFrom(0, 0, 1, 2), 258);
  t.is(drawnFrom(0x7f, 0xff, 0xff, 0xff), limits.seedMax);
  t.is(drawnFrom(0xff, 0xff, 0xff, 0xff), limits.seedMax);
  // A view into a larger buffer begins elsewhere.
  t.is(drawSeed({ bytes: () => Uint8Array.from([9, 9, 0, 0, 0, 5]).subarray(2) }), 5);
});

test('the frames of a batch have seeds of their own, which follow from its seed', (t) => {
  const seeds = [frameSeed(7, 0), frameSeed(7, 1), frameSeed(8, 0)];
  t.is(new Set(seeds).size, 3);
  t.deepEqual([frameSeed(7, 0), frameSeed(7, 1), frameSeed(8, 0)], seeds);
  for (const seed of seeds) t.true(Number.isInteger(seed) && seed >= 0 && seed <= limits.seedMax);
});
