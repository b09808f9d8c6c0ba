/**
 * The bounds of the scorer `pixels`. A picture passes when every bound holds. Each change of a number here, or of a
 * metric's computation, moves `VERSION`. Evidence names its version; verdicts are comparable only within one.
 */
import type { Bounds, Breach } from '../kernel/verdict.ts';

export const VERSION = '1';

/**
 * Measured on some 700 panels of the built-in painter, half of them asked for in ways that go wrong. Good panels are
 * clear of each bound; dark, flat, soft or burnt ones are beyond it. Photographs were not measured: before judging
 * another engine's pictures, look at its evidence. Brightness and deviation are of 0 to 255, entropy in bits, clipping
 * in shares of the picture. Distances of hashes are in bits of 64, of palettes in CIELAB units.
 */
export const thresholds = {
  decodes: { min: 1 },
  /** Width over height against the shape asked for: a side may be off by a pixel after scaling. */
  aspectError: { max: 0.01 },
  /** The very bytes of a reference. */
  copyOfReference: { max: 0 },
  /** The picture to continue from can be read. */
  referenceDecodes: { min: 1 },
  /** Below: next to nothing but a few tones. */
  entropy: { min: 4 },
  /** Below: no contrast to speak of, as in a whiteout. */
  deviation: { min: 18 },
  /** Below: nearly black. Above: nearly white. */
  brightness: { min: 30, max: 225 },
  /** Below: out of focus. */
  sharpness: { min: 0.015 },
  /** Above: the dark parts are crushed to black, the light ones burnt to white. */
  clippedLow: { max: 0.3 },
  clippedHigh: { max: 0.12 },
  /** Below: the same picture as an accepted sibling, give or take a detail. */
  siblingDistance: { min: 7 },
  /** Below: the reference itself, scaled or encoded anew. */
  referenceDistance: { min: 6 },
  /** Above: another palette than the frame before, or the reference. */
  paletteDistance: { max: 18 },
} as const satisfies Bounds;

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
