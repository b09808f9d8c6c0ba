/** The first tier of quality: metrics of pixels alone. */
import { sha256 } from '../kernel/canonical-json.ts';
import type { Gate } from '../kernel/gate.ts';
import type { Bounds, Metrics } from '../kernel/verdict.ts';
import { breachesOf, verdictOf } from '../kernel/verdict.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../ports/frame-scorer.ts';
import { correctionsFor } from './corrections.ts';
import { greyOf } from './metrics/grey.ts';
import { paletteDistanceOf } from './metrics/palette-distance.ts';
import { hashDistance, nearestDistance, NO_HASH, perceptualHashOf } from './metrics/perceptual-hash.ts';
import { sharpnessOf } from './metrics/sharpness.ts';
import { toneOf } from './metrics/tone.ts';
import type { Pixels } from './pixels.ts';
import { decode } from './pixels.ts';
import { thresholds, VERSION } from './thresholds.ts';

type Finding = { readonly metrics: Metrics; readonly bounds: Bounds; readonly perceptualHash: string };

/** As stored: four decimals, whole numbers stay whole. */
const rounded = (metrics: Metrics): Metrics =>
  Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, Math.round(value * 10_000) / 10_000]));

/** Larger is fine, another shape is not: a side may be off by one part in a hundred after scaling. */
const ASPECT_ERROR_MAX = 0.01;

const frame = ({ width, height }: Pixels, expected: ScoreRequest['expected']): Pick<Finding, 'metrics' | 'bounds'> => ({
  metrics: { width, height, aspectError: Math.abs((width * expected.height) / (height * expected.width) - 1) },
  bounds: { width: { min: expected.width }, height: { min: expected.height }, aspectError: { max: ASPECT_ERROR_MAX } },
});

/** Against the frame before, or the reference; a reference that does not decode is a failure of its own. */
const continuity = (ours: Pixels, hash: string, reference: Pixels | null): Pick<Finding, 'metrics' | 'bounds'> => {
  if (reference === null) return { metrics: { referenceDecodes: 0 }, bounds: { referenceDecodes: { min: 1 } } };
  const { paletteDistance, referenceDistance } = thresholds;
  return {
    metrics: {
      referenceDecodes: 1,
      paletteDistance: paletteDistanceOf(ours.copy, reference.copy),
      referenceDistance: hashDistance(hash, perceptualHashOf(greyOf(reference.copy))),
    },
    bounds: { referenceDecodes: { min: 1 }, paletteDistance, referenceDistance },
  };
};

const siblings = (nearest: number | null): Pick<Finding, 'metrics' | 'bounds'> =>
  nearest === null
    ? { metrics: {}, bounds: {} }
    : { metrics: { siblingDistance: nearest }, bounds: { siblingDistance: thresholds.siblingDistance } };

/** Pure: what pixels say. `reference` is undefined when there is none to continue from. */
export const examine = (
  ours: Pixels,
  reference: Pixels | null | undefined,
  request: Pick<ScoreRequest, 'expected' | 'siblingHashes'>,
  isCopy: boolean,
): Finding => {
  const grey = greyOf(ours.copy);
  const tone = toneOf(grey);
  const perceptualHash = perceptualHashOf(grey);
  const { entropy, deviation, brightness, sharpness, clippedLow, clippedHigh } = thresholds;
  const parts = [
    frame(ours, request.expected),
    siblings(nearestDistance(perceptualHash, request.siblingHashes)),
    reference === undefined ? { metrics: {}, bounds: {} } : continuity(ours, perceptualHash, reference),
    {
      metrics: { decodes: 1, copyOfReference: isCopy ? 1 : 0, sharpness: sharpnessOf(grey, tone.deviation), ...tone },
      bounds: { decodes: { min: 1 }, copyOfReference: { max: 0 }, sharpness, entropy, deviation },
    },
  ];
  return {
    metrics: Object.assign({}, ...parts.map(({ metrics }) => metrics)) as Metrics,
    bounds: Object.assign({ brightness, clippedLow, clippedHigh }, ...parts.map(({ bounds }) => bounds)) as Bounds,
    perceptualHash,
  };
};

const UNREADABLE: Finding = {
  metrics: { decodes: 0 },
  bounds: { decodes: { min: 1 } },
  perceptualHash: NO_HASH,
};

const evidenceOf = ({ metrics, bounds, perceptualHash }: Finding): Evidence => {
  // Judged by the values as they are stored: a replay must not differ by what rounding took away.
  const stored = rounded(metrics);
  return {
    scorer: 'pixels',
    version: VERSION,
    ...verdictOf(stored, bounds),
    metrics: stored,
    thresholds: bounds,
    corrections: correctionsFor(breachesOf(stored, bounds)),
    perceptualHash,
  };
};

/** `gate` is the one that all picture work of the process goes through. */
export const createPixelScorer = ({ gate }: { readonly gate: Gate }): FrameScorer => {
  const score = async (request: ScoreRequest): Promise<Evidence> => {
    const { bytes, continuityWith, referenceHashes } = request;
    const ours = await decode(bytes);
    if (ours === null) return evidenceOf(UNREADABLE);
    const reference = continuityWith === null ? undefined : await decode(continuityWith);
    return evidenceOf(examine(ours, reference, request, referenceHashes.includes(sha256(bytes))));
  };
  return Object.freeze({
    name: 'pixels',
    version: VERSION,
    score: (request: ScoreRequest) => gate.run(() => score(request)),
  });
};
