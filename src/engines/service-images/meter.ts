/** The readings of a light meter: means and spread of RGB pixels, 0 to 255. Pure. */

/** Rec. 601 weights of brightness. */
export const LUMA = [0.299, 0.587, 0.114] as const;
const SAMPLES = 16_384;
/** The darkest and lightest hundredths of the samples do not count for floor and ceiling. */
const TAIL = 0.01;

export type Measured = {
  readonly mean: readonly [number, number, number];
  readonly luma: number;
  readonly deviation: number;
  /** Deviations of red and of blue from brightness: how colourful the picture is. */
  readonly redSpread: number;
  readonly blueSpread: number;
  /** Brightness at both tails. */
  readonly dark: number;
  readonly light: number;
};

/** The reading over evenly spread samples of RGB pixels. */
export const measure = (data: Uint8Array): Measured => {
  const step = Math.max(1, Math.floor(data.length / 3 / SAMPLES)) * 3;
  const sums: [number, number, number] = [0, 0, 0];
  const counts = new Uint32Array(256);
  let [squares, reds, blues, samples] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += step) {
    const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    const luma = lumaOf(red, green, blue);
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    squares += luma * luma;
    reds += (red - luma) ** 2;
    blues += (blue - luma) ** 2;
    samples += 1;
    const bin = Math.round(luma);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const mean = [sums[0] / samples, sums[1] / samples, sums[2] / samples] as const;
  const luma = lumaOf(...mean);
  const spread = (total: number, middle: number): number => Math.sqrt(Math.max(1, total / samples - middle ** 2));
  return {
    mean,
    luma,
    deviation: spread(squares, luma),
    redSpread: spread(reds, mean[0] - luma),
    blueSpread: spread(blues, mean[2] - luma),
    dark: tail(counts, samples),
    light: 255 - tail(counts.toReversed(), samples),
  };
};

const lumaOf = (red: number, green: number, blue: number): number => LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;

const tail = (counts: Uint32Array, samples: number): number => {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => (seen += count) > samples * TAIL),
  );
};
