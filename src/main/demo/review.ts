/**
 * The demo's reviewer, a pure policy: what has a score is accepted, except one frame of the run that is sent to repair
 * with a direction, so that people see a repair. That one is the first frame which waits for a person; where the
 * scorer was content with all of them, the one with the lowest score.
 */
import type { Evidence, PhotoSequence, SequenceFrame } from './answers.ts';
import { boundsOf, metricsOf, reasonOf, scoreOf, shortfallsOf } from './score.ts';

export type Decision = {
  readonly frameIndex: number;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly repairPromptAdditions?: readonly string[];
};

/** `sendOne`: a frame of this run is still to be sent to repair. What is decided already is left as it is. */
export const decide = (sequence: PhotoSequence, sendOne: boolean): readonly Decision[] => {
  if (sequence.lifecycle === 'certified') return [];
  const open = sequence.frames.filter(({ decision, evidence, status }) => {
    if (decision?.decision === 'accept') return false;
    return evidence !== null || status === 'human_review';
  });
  const sent = sendOne ? toSend(open) : undefined;
  return open.map((frame) =>
    frame === sent || frame.evidence === null ? repairOf(frame) : acceptOf(frame, frame.evidence),
  );
};

const toSend = (frames: readonly SequenceFrame[]): SequenceFrame | undefined =>
  frames.find(({ status }) => status === 'human_review') ??
  frames.toSorted((one, other) => score(one) - score(other))[0];

const score = ({ evidence }: SequenceFrame): number => (evidence === null ? 0 : scoreOf(evidence));

const acceptOf = ({ frameIndex }: SequenceFrame, evidence: Evidence): Decision => {
  const doubts = reasonOf(shortfallsOf(evidence));
  const note =
    doubts === ''
      ? `Score ${scoreOf(evidence)}: accepted for the storyboard.`
      : `Accepted as the scene asks for it, against the scorer: ${doubts}.`;
  return { frameIndex, decision: 'accept', note };
};

const repairOf = (frame: SequenceFrame): Decision => {
  const { frameIndex, evidence } = frame;
  const direction = evidence === null ? 'simpler staging' : directionFor(evidence);
  const found = evidence === null ? 'no picture came' : `score ${scoreOf(evidence)}`;
  return {
    frameIndex,
    decision: 'repair',
    note: `Sent back (${found}): ${direction}.`,
    repairPromptAdditions: [direction],
  };
};

/** What a director says about the weakest metric, in words that the engine knows. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  'brightness.min': 'brighter key light, well lit',
  'brightness.max': 'lower exposure, softer highlights',
  'clippedHigh.max': 'softer highlights',
  'clippedLow.max': 'open shadows, add fill light',
  'deviation.min': 'more contrast, clear separation',
  'entropy.min': 'richer tonal range, more texture',
  'sharpness.min': 'crisp detail, sharp focus',
  'paletteDistance.max': 'match the palette of the reference',
};

const OTHERWISE = 'another composition, new angle';

const directionFor = (evidence: Evidence): string => {
  const { metric, side } = weakest(evidence);
  return DIRECTIONS[`${metric}.${side}`] ?? OTHERWISE;
};

type Weakest = { readonly metric: string; readonly side: 'min' | 'max'; readonly distance: number };

/** The metric nearest to its bound, or furthest past it, by its share of that bound. */
const weakest = (evidence: Evidence): Weakest => {
  const metrics = metricsOf(evidence);
  const distances = Object.entries(boundsOf(evidence)).flatMap(([metric, bound]) =>
    (['min', 'max'] as const).flatMap((side): Weakest[] => {
      const limit = bound[side];
      const value = metrics[metric];
      if (limit === undefined || value === undefined || value === limit) return [];
      return [{ metric, side, distance: (side === 'min' ? value - limit : limit - value) / (Math.abs(limit) || 1) }];
    }),
  );
  const none: Weakest = { metric: '', side: 'min', distance: Infinity };
  return distances.reduce((least, one) => (one.distance < least.distance ? one : least), none);
};
