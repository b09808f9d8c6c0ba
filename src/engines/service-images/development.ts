/** How drawn pixels are brought to their exposure: gain and offsets from the meter's reading. Pure. */
import type { Exposure } from './light-meter.ts';
import { LUMA, type Measured } from './meter.ts';
import type { Reference } from './reference.ts';

/** Bounds on how far a scene is pushed: past these, noise would be all that is left. */
const GAIN: readonly [number, number] = [0.06, 2.6];

/** A picture that continues another is exposed like it: by half while the hand is free, wholly when told to match. */
const EXPOSED_ALIKE = 0.5;
/** The floor below which a reference cannot pull a picture. */
const MEAN_MIN = 40;
const DEVIATION_MIN = 24;

const exposedLike = (exposure: Exposure, reference: Reference | null, adherence: number): Exposure => {
  if (reference === null) return exposure;
  const share = adherence === 1 ? 1 : adherence * EXPOSED_ALIKE;
  const toward = (own: number, theirs: number): number => own + (theirs - own) * share;
  return {
    ...exposure,
    mean: toward(exposure.mean, Math.max(MEAN_MIN, reference.measured.luma)),
    deviation: toward(exposure.deviation, Math.max(DEVIATION_MIN, reference.measured.deviation)),
  };
};

type Row = readonly [red: number, green: number, blue: number];

export type Development = { readonly matrix: readonly [Row, Row, Row]; readonly offsets: Row };

/** Scales brightness by one gain, and the distances of red and blue from it by two others. */
const matrixOf = (gain: number, redGain: number, blueGain: number): Development['matrix'] => {
  const [wr, wg, wb] = LUMA;
  const [r, b] = [(wr / wg) * redGain, (wb / wg) * blueGain];
  const row = (luma: number, red: number, blue: number): Row => [luma * wr + red, luma * wg, luma * wb + blue];
  return [row(gain - redGain, redGain, 0), row(gain + r + b, -r, -b), row(gain - blueGain, 0, blueGain)];
};

const bounded = (gain: number): number => Math.max(GAIN[0], Math.min(GAIN[1], gain));

/** From the drawing to the wanted exposure; a reference's colours are taken on by the share `adherence`. */
export const development = (
  seen: Measured,
  exposure: Exposure,
  reference: Reference | null,
  adherence: number,
): Development => {
  const { mean, deviation, floor, ceiling } = exposedLike(exposure, reference, adherence);
  const gain = Math.min(
    bounded(deviation / seen.deviation),
    ceiling === null ? Infinity : Math.max(0, ceiling - mean) / Math.max(1, seen.light - seen.luma),
    floor === null ? Infinity : Math.max(0, mean - floor) / Math.max(1, seen.luma - seen.dark),
  );
  const theirs = reference?.measured;
  const toward = (own: number, other: number): number => own + (other - own) * adherence;
  const spread = (own: number, other: number | undefined): number =>
    other === undefined ? gain : toward(gain, bounded(other / own));
  const matrix = matrixOf(gain, spread(seen.redSpread, theirs?.redSpread), spread(seen.blueSpread, theirs?.blueSpread));
  const offset = (channel: 0 | 1 | 2): number => {
    const own = (seen.mean[channel] - seen.luma) * gain;
    const cast = theirs === undefined ? own : toward(own, theirs.mean[channel] - theirs.luma);
    const [red, green, blue] = matrix[channel];
    return mean + cast - (red * seen.mean[0] + green * seen.mean[1] + blue * seen.mean[2]);
  };
  return { matrix, offsets: [offset(0), offset(1), offset(2)] };
};
