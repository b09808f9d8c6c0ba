import test from 'ava';
import { boundsUnder, governanceModes, governanceOf } from '../../../src/kernel/governance.ts';
import { verdictOf } from '../../../src/kernel/verdict.ts';
import { thresholds } from '../../../src/quality/thresholds.ts';

const passes = (mode: (typeof governanceModes)[number], metrics: Readonly<Record<string, number>>): boolean => {
  const bounds = Object.fromEntries(Object.entries(thresholds).filter(([metric]) => metric in metrics));
  return verdictOf(metrics, boundsUnder(governanceOf(mode), bounds)).verdict === 'pass';
};

test('a stricter mode passes fewer pictures, and never one that a milder mode fails', (t) => {
  const verdicts = (metrics: Readonly<Record<string, number>>) => governanceModes.map((mode) => passes(mode, metrics));
  t.deepEqual(verdicts({ entropy: 4.5, brightness: 100 }), [true, true, true]);
  t.deepEqual(verdicts({ entropy: 4.2, brightness: 100 }), [false, true, true]);
  t.deepEqual(verdicts({ entropy: 3.7, brightness: 100 }), [false, false, true]);
  t.deepEqual(verdicts({ clippedLow: 0.32 }), [false, false, true]);
  t.deepEqual(verdicts({ entropy: 3, brightness: 100 }), [false, false, false]);
});

test('no mode moves a bound that tells whether a picture can be used', (t) => {
  const { decodes, aspectError, copyOfReference, siblingDistance, referenceDistance } = thresholds;
  const fixed = { decodes, aspectError, copyOfReference, siblingDistance, referenceDistance };
  for (const mode of governanceModes) t.deepEqual(boundsUnder(governanceOf(mode), fixed), fixed);
});

test('a person is asked under `strict` alone, and `balanced` is no rule', (t) => {
  t.deepEqual(
    governanceModes.map((mode) => governanceOf(mode)?.asksPerson),
    [true, undefined, false],
  );
});
