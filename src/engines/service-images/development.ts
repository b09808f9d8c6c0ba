/** How drawn pixels are brought to their exposure: gains and offsets from what the meter sees. Pure. */
import type { Exposure } from './light-meter.ts';
import type { Swatch } from './palette.ts';

export type Reference = {
  readonly swatches: readonly Swatch[];
  /** Mean of each channel, 0 to 255. */
  readonly mean: readonly [red: number, green: number, blue: number];
};

const LUMA = [0.299, 0.587, 0.114] as const;
const SAMPLES = 16_384;
/** The darkest and lightest hundredths of the samples do not count for floor and ceiling. */
const TAIL = 0.01;

type Measured = {
  readonly mean: readonly [number, number, number];
  readonly luma: number;
  readonly deviation: number;
  /** Brightness at both tails. */
  readonly dark: number;
  readonly light: number;
};

/** What the meter sees on evenly spread samples of RGB pixels. */
export const measure = (data: Uint8Array): Measured => {
  const step = Math.max(1, Math.floor(data.length / 3 / SAMPLES)) * 3;
  const sums: [number, number, number] = [0, 0, 0];
  const counts = new Uint32Array(256);
  let [squares, samples] = [0, 0];
  for (let i = 0; i < data.length; i += step) {
    const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    const luma = lumaOf(red, green, blue);
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    squares += luma * luma;
    samples += 1;
    const bin = Math.round(luma);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const mean = [sums[0] / samples, sums[1] / samples, sums[2] / samples] as const;
  const luma = lumaOf(...mean);
  const deviation = Math.sqrt(Math.max(1, squares / samples - luma * luma));
  return { mean, luma, deviation, dark: tail(counts, samples), light: 255 - tail(counts.toReversed(), samples) };
};

const lumaOf = (red: number, green: number, blue: number): number => LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;

const tail = (counts: Uint32Array, samples: number): number => {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => (seen += count) > samples * TAIL),
  );
};

/** Bounds on how far a scene is pushed: past these, noise would be all that is left. */
const GAIN: readonly [number, number] = [0.06, 2.6];

/** The gain of all channels and the offset of each; a reference's colour cast is taken on by the share `adherence`. */
export const development = (
  seen: Measured,
  { mean: wantedMean, deviation, floor, ceiling }: Exposure,
  reference: Reference | null,
  adherence: number,
): { readonly gain: number; readonly offsets: readonly number[] } => {
  const gain = Math.min(
    Math.max(GAIN[0], Math.min(GAIN[1], deviation / seen.deviation)),
    ceiling === null ? Infinity : Math.max(0, ceiling - wantedMean) / Math.max(1, seen.light - seen.luma),
    floor === null ? Infinity : Math.max(0, wantedMean - floor) / Math.max(1, seen.luma - seen.dark),
  );
  const target = reference === null ? 0 : lumaOf(...reference.mean);
  const offsets = seen.mean.map((mean, channel) => {
    const cast = (mean - seen.luma) * gain;
    const wanted = reference === null ? cast : cast + ((reference.mean[channel] ?? 0) - target - cast) * adherence;
    return wantedMean + wanted - mean * gain;
  });
  return { gain, offsets };
};
