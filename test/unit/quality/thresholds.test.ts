import test from 'ava';
import { contentHash } from '../../../src/kernel/canonical-json.ts';
import type { Breach } from '../../../src/kernel/verdict.ts';
import { correctionsFor, thresholds, VERSION } from '../../../src/quality/thresholds.ts';

/**
 * Evidence names the version that it was judged by, so no number may change under one version. A change of a bound adds
 * a line here; lines stay for ever.
 */
const published: Readonly<Record<string, string>> = {
  '1': 'a58c499269a5e841b9daedf1b0d5d0caeece516b38b867469ad2d5ddee5f6609',
};

const isPublished = (version: string, bounds: unknown): boolean => published[version] === contentHash(bounds);

test('the bounds are those that were published under this version', (t) => {
  t.true(isPublished(VERSION, thresholds), contentHash(thresholds));
});

test('sabotage: a bound that is moved under the same version is found', (t) => {
  t.false(isPublished(VERSION, { ...thresholds, entropy: { min: 3.9 } }));
});

/** No words correct these: the engine must, or the giver of the reference. */
const beyondWords: readonly string[] = ['aspectError', 'decodes', 'referenceDecodes'];

test('every side of every bound that words can mend has a correction', (t) => {
  for (const [metric, bound] of Object.entries(thresholds)) {
    if (beyondWords.includes(metric)) continue;
    for (const side of Object.keys(bound) as Breach['side'][]) {
      t.is(correctionsFor([{ metric, side }]).length, 1, `${metric}.${side}`);
    }
  }
});

test('corrections are given once each, and none for what words cannot mend', (t) => {
  const twice: readonly Breach[] = [
    { metric: 'referenceDistance', side: 'min' },
    { metric: 'siblingDistance', side: 'min' },
  ];
  t.deepEqual(correctionsFor(twice), ['vary the composition']);
  t.deepEqual(correctionsFor([{ metric: 'decodes', side: 'min' }]), []);
  t.deepEqual(correctionsFor([{ metric: 'brightness', side: 'absent' }]), []);
  t.deepEqual(correctionsFor([]), []);
});
