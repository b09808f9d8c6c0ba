/**
 * The demo's reviewer, a pure policy: a scored frame is accepted. One frame of the run is sent to repair with a
 * direction, so that the demo shows a repair. It is the first frame that waits for a person. Where the scorer accepted
 * all of them, it is the one with the lowest score.
 */
import type { Evidence, PhotoSequence, SequenceFrame } from './record/answers.ts';
import { reasonOf, scoreOf, shortfallsOf } from './record/score.ts';

export type Decision = {
  readonly frameIndex: number;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly repairPromptAdditions?: readonly string[];
};

/**
 * `sendOne`: no frame of this run was sent to repair yet. `earlier`: the verdicts on the frame's attempts so far,
 * oldest first. Decided frames are left as they are.
 */
export const decide = (
  sequence: PhotoSequence,
  sendOne: boolean,
  earlier: (requirementId: string) => readonly Evidence[],
): readonly Decision[] => {
  if (sequence.lifecycle === 'certified') return [];
  const open = sequence.frames.filter(({ decision, evidence, status }) => {
    if (decision?.decision === 'accept') return false;
    return evidence !== null || status === 'human_review';
  });
  const sent = sendOne ? toSend(open) : undefined;
  return open.map((frame) =>
    frame === sent || frame.evidence === null
      ? repairOf(frame, earlier(frame.requirementId))
      : acceptOf(frame, frame.evidence),
  );
};

/** How the note begins with which a frame is accepted that the scorer was content with. */
export const PASSED = 'Technical score ';

const toSend = (frames: readonly SequenceFrame[]): SequenceFrame | undefined =>
  frames.find(({ status }) => status === 'human_review') ??
  frames.toSorted((one, other) => score(one) - score(other))[0];

const score = ({ evidence }: SequenceFrame): number => (evidence === null ? 0 : scoreOf(evidence));

const acceptOf = ({ frameIndex }: SequenceFrame, evidence: Evidence): Decision => {
  const doubts = reasonOf(shortfallsOf(evidence));
  const note =
    doubts === ''
      ? `${PASSED}${scoreOf(evidence)}: accepted for the storyboard.`
      : `Accepted as the scene asks for it, against the scorer: ${doubts}.`;
  return { frameIndex, decision: 'accept', note };
};

const repairOf = ({ frameIndex, evidence }: SequenceFrame, earlier: readonly Evidence[]): Decision => {
  const directions = directionsFor(evidence === null ? earlier : [...earlier, evidence]);
  const found = evidence === null ? 'no picture came' : `technical score ${scoreOf(evidence)}`;
  return {
    frameIndex,
    decision: 'repair',
    note: `Sent back (${found}): ${directions.join('; ')}.`,
    repairPromptAdditions: directions,
  };
};

/** A director's words about a metric, from those that the engine knows. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  'brightness.min': 'brighter key light, well lit',
  'brightness.max': 'lower exposure',
  'clippedHigh.max': 'softer highlights',
  'clippedLow.max': 'open shadows, add fill light',
  'deviation.min': 'more contrast, clear separation',
  'entropy.min': 'richer tonal range, more texture',
  'sharpness.min': 'crisp detail, sharp focus',
  'paletteDistance.max': 'match the palette of the reference',
};

const OTHERWISE = 'another composition, new angle';

/** For each metric that an attempt missed; where none did, for the one that came nearest to it in the last. */
const directionsFor = (seen: readonly Evidence[]): readonly string[] => {
  const missed = seen.flatMap((evidence) => shortfallsOf(evidence)).map(({ metric, side }) => `${metric}.${side}`);
  const last = seen.at(-1);
  const keys = missed.length > 0 || last === undefined ? missed : [weakestOf(last)];
  const directions = [...new Set(keys.map((key) => DIRECTIONS[key] ?? OTHERWISE))];
  return directions.length > 0 ? directions : [OTHERWISE];
};

type Distance = { readonly key: string; readonly share: number };

/** The side of a bound that is nearest, by its share of that bound: `brightness.min`. */
const weakestOf = ({ metrics, thresholds }: Evidence): string => {
  const distances = Object.entries(thresholds).flatMap(([metric, bound]) =>
    (['min', 'max'] as const).flatMap((side): Distance[] => {
      const limit = bound[side];
      const value = metrics[metric];
      if (limit === undefined || value === undefined || value === limit) return [];
      return [{ key: `${metric}.${side}`, share: Math.abs(value - limit) / (Math.abs(limit) || 1) }];
    }),
  );
  return distances.toSorted((one, other) => one.share - other.share)[0]?.key ?? '';
};
