/** Phrases that correct a prompt after a failure: one for each side of each bound that words can mend. */
import type { Breach } from '../kernel/verdict.ts';

/** Sides that are not here (size, decoding, absent metrics) are the engine's affair: no words help. */
const PHRASES: Readonly<Record<string, string>> = {
  'brightness.min': 'brighter key light',
  'brightness.max': 'lower exposure',
  'clippedHigh.max': 'softer highlights',
  'clippedLow.max': 'open shadows',
  'copyOfReference.max': 'vary the composition',
  'deviation.min': 'more contrast',
  'entropy.min': 'richer tonal range',
  'paletteDistance.max': 'match the palette of the reference',
  'referenceDistance.min': 'vary the composition',
  'sharpness.min': 'crisp detail',
  'siblingDistance.min': 'vary the composition',
};

/** Each phrase once, in the order of the breaches. */
export const correctionsFor = (breaches: readonly Breach[]): readonly string[] => [
  ...new Set(breaches.flatMap(({ metric, side }) => PHRASES[`${metric}.${side}`] ?? [])),
];
