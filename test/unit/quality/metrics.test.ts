import test from 'ava';
import { type Grey, greyOf } from '../../../src/quality/metrics/grey.ts';
import { labOf, paletteDistanceOf } from '../../../src/quality/metrics/palette-distance.ts';
import {
  hashDistance,
  nearestDistance,
  NO_HASH,
  perceptualHashOf,
} from '../../../src/quality/metrics/perceptual-hash.ts';
import { sharpnessOf } from '../../../src/quality/metrics/sharpness.ts';
import { toneOf } from '../../../src/quality/metrics/tone.ts';

const grey = (width: number, height: number, rule: (x: number, y: number) => number): Grey => ({
  width,
  height,
  values: Float32Array.from({ length: width * height }, (_, i) => rule(i % width, Math.floor(i / width))),
});

test('grey weighs green most and blue least', (t) => {
  const { values } = greyOf({
    width: 4,
    height: 1,
    rgb: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255),
  });
  t.deepEqual(
    [...values].map((value) => Math.round(value)),
    [76, 150, 29, 255],
  );
});

test('tone of one flat grey: no deviation, no entropy', (t) => {
  const tone = toneOf(grey(8, 8, () => 100));
  t.deepEqual(tone, { brightness: 100, deviation: 0, entropy: 0, clippedLow: 0, clippedHigh: 0 });
});

test('tone of half black and half white: one bit, all of it lost', (t) => {
  const tone = toneOf(grey(8, 8, (x) => (x < 4 ? 0 : 255)));
  t.deepEqual(tone, { brightness: 127.5, deviation: 127.5, entropy: 1, clippedLow: 0.5, clippedHigh: 0.5 });
});

test('every tone once is eight bits, and four steps at each end count as lost', (t) => {
  const { entropy, clippedLow, clippedHigh } = toneOf(grey(16, 16, (x, y) => y * 16 + x));
  t.is(entropy, 8);
  t.is(clippedLow, 4 / 256);
  t.is(clippedHigh, 4 / 256);
});

test('sharpness: none on a flat picture or a slope, much on a checkerboard, and the same at any contrast', (t) => {
  const board = (contrast: number): number => {
    const picture = grey(32, 32, (x, y) => 100 + ((x + y) % 2) * contrast);
    return sharpnessOf(picture, toneOf(picture).deviation);
  };
  t.is(
    sharpnessOf(
      grey(8, 8, () => 9),
      0,
    ),
    0,
  );
  t.is(
    sharpnessOf(
      grey(32, 32, (x) => x * 3),
      27,
    ),
    0,
  );
  t.true(board(40) > 10);
  t.true(Math.abs(board(40) - board(120)) < 1e-6);
  t.is(
    sharpnessOf(
      grey(2, 2, (x) => x * 200),
      100,
    ),
    0,
  );
});

const scene = (x: number, y: number): number => 128 + 60 * Math.sin(x / 23) + 50 * Math.cos(y / 17 + x / 60);

test('the hash stays alike when brightened or scaled, and not when mirrored', (t) => {
  const hash = perceptualHashOf(grey(320, 180, scene));
  t.regex(hash, /^[0-9a-f]{16}$/);
  t.true(hashDistance(hash, perceptualHashOf(grey(320, 180, (x, y) => scene(x, y) * 0.8 + 20))) <= 2);
  t.true(hashDistance(hash, perceptualHashOf(grey(640, 360, (x, y) => scene(x / 2, y / 2)))) <= 2);
  t.true(hashDistance(hash, perceptualHashOf(grey(320, 180, (x, y) => scene(319 - x, y)))) > 8);
});

test('a hash of a picture smaller than its grid is a hash', (t) => {
  t.regex(perceptualHashOf(grey(1, 1, () => 7)), /^[0-9a-f]{16}$/);
  t.regex(perceptualHashOf(grey(5, 3, scene)), /^[0-9a-f]{16}$/);
});

test('hash distance counts bits', (t) => {
  t.is(hashDistance('0000000000000000', 'ffffffffffffffff'), 64);
  t.is(hashDistance('0000000000000001', '0000000000000003'), 1);
  t.is(hashDistance('a0', '50'), 4);
});

test('the nearest sibling counts; none, unreadable ones and hashes of another kind do not', (t) => {
  const hash = '00000000000000ff';
  t.is(nearestDistance(hash, ['ffffffffffffffff', '00000000000000f0']), 4);
  t.is(nearestDistance(hash, []), null);
  t.is(nearestDistance(hash, [NO_HASH, 'phash:1234', '']), null);
});

test('CIELAB of known colours', (t) => {
  const close = (actual: readonly number[], wanted: readonly number[]): boolean =>
    actual.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) < 0.05);
  t.true(close(labOf(255, 255, 255), [100, 0, 0]));
  t.true(close(labOf(0, 0, 0), [0, 0, 0]));
  t.true(close(labOf(255, 0, 0), [53.24, 80.09, 67.2]));
  t.true(close(labOf(0, 0, 255), [32.3, 79.19, -107.86]));
});

test('palettes: nothing between a picture and its mirror, little for a tint, much for another hue', (t) => {
  const rgb = (rule: (i: number) => readonly number[]): { rgb: Uint8Array } => ({
    rgb: Uint8Array.from(Array.from({ length: 4_096 }, (_, i) => rule(i)).flat()),
  });
  const warm = rgb((i) => [180 + (i % 60), 120 + (i % 50), 60]);
  const mirrored = rgb((i) => [180 + ((4_095 - i) % 60), 120 + ((4_095 - i) % 50), 60]);
  const tinted = rgb((i) => [175 + (i % 60), 124 + (i % 50), 66]);
  const cold = rgb((i) => [60, 120 + (i % 50), 180 + (i % 60)]);
  t.true(paletteDistanceOf(warm, warm) === 0);
  t.true(paletteDistanceOf(warm, mirrored) < 1);
  t.true(paletteDistanceOf(warm, tinted) < 8);
  t.true(paletteDistanceOf(warm, cold) > 40);
  t.is(paletteDistanceOf(warm, cold), paletteDistanceOf(cold, warm));
});
