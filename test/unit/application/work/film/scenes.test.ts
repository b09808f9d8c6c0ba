import test from 'ava';
import { filmSize } from '../../../../../src/application/work/sizes.ts';
import { lengthOf, scenesOf } from '../../../../../src/application/work/film/scenes.ts';
import { limits } from '../../../../../src/kernel/limits.ts';

test('a film has a scene for each five seconds begun, and the last one is trimmed', (t) => {
  const rows: readonly (readonly [seconds: number, count: number, lastMs: number])[] = [
    [5, 1, 5_000],
    [12, 3, 2_000],
    [60, 12, 5_000],
    [3_600, 720, 5_000],
    [0.5, 1, 500],
    [5.2, 2, 200],
  ];
  for (const [seconds, count, lastMs] of rows) {
    const scenes = scenesOf(seconds);
    t.is(scenes.length, count, String(seconds));
    t.is(scenes.at(-1)?.durationMs, lastMs, String(seconds));
    t.is(lengthOf(scenes), Math.round(seconds * 1_000));
    t.true(scenes.every(({ startMs }, index) => startMs === index * limits.sceneMs));
  }
});

test('a rest that is too short to show is made longer', (t) => {
  t.deepEqual(
    scenesOf(5.001).map(({ durationMs }) => durationMs),
    [5_000, limits.sceneMsMin],
  );
});

test('a scene count takes the place of the duration', (t) => {
  t.deepEqual(scenesOf(60, 2), [
    { startMs: 0, durationMs: 5_000 },
    { startMs: 5_000, durationMs: 5_000 },
  ]);
  t.is(lengthOf([]), 0);
});

test('a film is as large as its resolution and ratio say, in even pixels', (t) => {
  t.deepEqual(filmSize('768P', '16:9'), { width: 1_366, height: 768 });
  t.deepEqual(filmSize('1080P', '9:16'), { width: 1_080, height: 1_920 });
  t.deepEqual(filmSize('768P', '1:1'), { width: 768, height: 768 });
  t.deepEqual(filmSize('768P', '4:5'), { width: 768, height: 960 });
  t.deepEqual(filmSize('768P', '2:3'), { width: 768, height: 1_152 });
});
