/** The first tier of quality: metrics of pixels alone. */
import { boundsUnder } from '../kernel/governance.ts';
import { sha256 } from '../kernel/canonical-json.ts';
import type { Gate } from '../kernel/gate.ts';
import { type Bounds, breachesOf, type Metrics, verdictOf } from '../kernel/verdict.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../ports/frame-scorer.ts';
import { correctionsFor, thresholds } from './thresholds.ts';
import { pixelScorer } from './description.ts';
import { type Grey, greyOf } from './metrics/grey.ts';
import { paletteDistanceOf } from './metrics/palette-distance.ts';
import { hashDistance, nearestDistance, NO_HASH, perceptualHashOf } from './metrics/perceptual-hash.ts';
import { sharpnessOf } from './metrics/sharpness.ts';
import { toneOf } from './metrics/tone.ts';
import { decode, type Pixels } from './pixels.ts';

type Finding = { readonly metrics: Metrics; readonly bounds: Bounds; readonly perceptualHash: string };

/** As stored: four decimals, whole numbers stay whole. */
const rounded = (metrics: Metrics): Metrics =>
  Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, Math.round(value * 10_000) / 10_000]));

type Part = Pick<Finding, 'metrics' | 'bounds'>;

const frame = ({ width, height }: Pixels, expected: ScoreRequest['expected']): Part => ({
  metrics: { width, height, aspectError: Math.abs((width * expected.height) / (height * expected.width) - 1) },
  bounds: {
    width: { min: expected.width },
    height: { min: expected.height },
    aspectError: thresholds.aspectError,
  },
});

/** Against the frame before, or the reference; one that does not decode is a failure of its own. */
const continuity = (ours: Pixels, hash: string, reference: Pixels | null): Part => {
  const { paletteDistance, referenceDecodes, referenceDistance } = thresholds;
  if (reference === null) return { metrics: { referenceDecodes: 0 }, bounds: { referenceDecodes } };
  return {
    metrics: {
      referenceDecodes: 1,
      paletteDistance: paletteDistanceOf(ours.copy, reference.copy),
      referenceDistance: hashDistance(hash, perceptualHashOf(greyOf(reference.copy))),
    },
    bounds: { referenceDecodes, paletteDistance, referenceDistance },
  };
};

const siblings = (nearest: number | null): Part =>
  nearest === null
    ? NOTHING
    : { metrics: { siblingDistance: nearest }, bounds: { siblingDistance: thresholds.siblingDistance } };

const NOTHING: Part = { metrics: {}, bounds: {} };

const light = (grey: Grey): Part => {
  const tone = toneOf(grey);
  const { entropy, deviation, brightness, sharpness, clippedLow, clippedHigh } = thresholds;
  return {
    metrics: { ...tone, sharpness: sharpnessOf(grey, tone.deviation) },
    bounds: { entropy, deviation, brightness, sharpness, clippedLow, clippedHigh },
  };
};

/** Pure: metrics from pixels. `reference` is undefined when there is none to continue from. */
const examine = (
  ours: Pixels,
  reference: Pixels | null | undefined,
  request: Pick<ScoreRequest, 'expected' | 'siblingHashes'>,
  isCopy: boolean,
): Finding => {
  const grey = greyOf(ours.copy);
  const perceptualHash = perceptualHashOf(grey);
  const { decodes, copyOfReference } = thresholds;
  const parts: readonly Part[] = [
    { metrics: { decodes: 1, copyOfReference: isCopy ? 1 : 0 }, bounds: { decodes, copyOfReference } },
    frame(ours, request.expected),
    light(grey),
    siblings(nearestDistance(perceptualHash, request.siblingHashes)),
    reference === undefined ? NOTHING : continuity(ours, perceptualHash, reference),
  ];
  return {
    metrics: Object.fromEntries(parts.flatMap(({ metrics }) => Object.entries(metrics))),
    bounds: Object.fromEntries(parts.flatMap(({ bounds }) => Object.entries(bounds))),
    perceptualHash,
  };
};

const UNREADABLE: Finding = {
  metrics: { decodes: 0 },
  bounds: { decodes: thresholds.decodes },
  perceptualHash: NO_HASH,
};

const evidenceOf = ({ metrics, perceptualHash, ...finding }: Finding, rule: ScoreRequest['governance']): Evidence => {
  const bounds = boundsUnder(rule, finding.bounds);
  // Judged by the values as they are stored: rounding must not change a replay.
  const stored = rounded(metrics);
  return {
    scorer: pixelScorer.name,
    version: pixelScorer.version,
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
    const { bytes, continuityWith, referenceHashes, governance } = request;
    const ours = await decode(bytes);
    if (ours === null) return evidenceOf(UNREADABLE, governance);
    const reference = continuityWith === null ? undefined : await decode(continuityWith);
    return evidenceOf(examine(ours, reference, request, referenceHashes.includes(sha256(bytes))), governance);
  };
  return Object.freeze({
    ...pixelScorer,
    score: (request: ScoreRequest) => gate.run(() => score(request)),
  });
};
