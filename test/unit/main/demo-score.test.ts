import test from 'ava';
import type { Evidence } from '../../../src/main/demo/record/answers.ts';
import { reasonOf, scoreOf, shortfallsOf } from '../../../src/main/demo/record/score.ts';

const evidence = (
  metrics: Evidence['metrics'],
  thresholds: Evidence['thresholds'],
  verdict: 'pass' | 'fail' = 'pass',
): Evidence => ({ metrics, thresholds, scorer: 's', version: '1', verdict });

test('the score is the smallest margin over all thresholds, 50 at the bar', (t) => {
  const bounds = { entropy: { min: 4 }, brightness: { min: 30, max: 230 }, clipped: { max: 0.2 } };
  t.is(scoreOf(evidence({ entropy: 6, brightness: 130, clipped: 0.1 }, bounds)), 75);
  t.is(scoreOf(evidence({ entropy: 8, brightness: 130, clipped: 0 }, bounds)), 100);
  t.is(scoreOf(evidence({ entropy: 8, brightness: 40, clipped: 0 }, bounds)), 55);
  t.is(scoreOf(evidence({ entropy: 8, brightness: 220, clipped: 0 }, bounds)), 55);
  t.is(scoreOf(evidence({ entropy: 2, brightness: 130, clipped: 0 }, bounds, 'fail')), 25);
});

test('a gate counts only when it fails', (t) => {
  const bounds = { width: { min: 1280 }, decodes: { min: 1 }, copy: { max: 0 }, entropy: { min: 4 } };
  t.is(scoreOf(evidence({ width: 1280, decodes: 1, copy: 0, entropy: 6 }, bounds)), 75);
  t.is(scoreOf(evidence({ width: 1280, decodes: 1, copy: 1, entropy: 6 }, bounds, 'fail')), 0);
  t.is(scoreOf(evidence({ decodes: 1 }, { decodes: { min: 1 } })), 100);
});

test('the figure never contradicts the verdict', (t) => {
  const bounds = { brightness: { min: 30 } };
  t.is(scoreOf(evidence({ brightness: 29.999 }, bounds, 'fail')), 49);
  t.is(scoreOf(evidence({ brightness: 30.001 }, bounds)), 50);
  t.is(scoreOf(evidence({}, {}, 'fail')), 49);
});

test('a metric that is absent is the worst of all', (t) => {
  t.is(scoreOf(evidence({ entropy: 6 }, { entropy: { min: 4 }, brightness: { min: 30 } }, 'fail')), 0);
});

test('a failed metric is named with its value and its bound', (t) => {
  const found = shortfallsOf(
    evidence(
      { brightness: 18.234, clippedHigh: 0.18421, entropy: 6 },
      { brightness: { min: 30, max: 225 }, clippedHigh: { max: 0.12 }, entropy: { min: 4 }, sharpness: { min: 1 } },
      'fail',
    ),
  );
  t.is(reasonOf(found), 'brightness 18.2 < 30, clippedHigh 0.184 > 0.12, sharpness absent');
});
