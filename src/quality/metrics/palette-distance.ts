/**
 * How far apart the colours of two pictures are, wherever in the picture: the earth mover's distance on each axis of
 * CIELAB (D65). Lightness counts less, since a palette may go on in another light.
 */

type Copy = { readonly rgb: Uint8Array };

const BINS = 64;
const LIGHTNESS_WEIGHT = 0.4;
const SAMPLES = 4_096;

/** Range of each axis; values outside count at its end. */
const AXES = [
  { low: 0, high: 100 },
  { low: -80, high: 80 },
  { low: -80, high: 80 },
] as const;

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
);

const bend = (t: number): number => (t > 216 / 24_389 ? Math.cbrt(t) : (24_389 / 27 / 116) * t + 16 / 116);

/** CIELAB of sRGB bytes, D65 white. */
export const labOf = (red: number, green: number, blue: number): readonly [l: number, a: number, b: number] => {
  const [r, g, b] = [LINEAR[red] ?? 0, LINEAR[green] ?? 0, LINEAR[blue] ?? 0];
  const x = bend((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = bend(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = bend((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

/** Shares of evenly spread samples in the bins of each axis. */
const histograms = ({ rgb }: Copy): readonly Float64Array[] => {
  const counts = AXES.map(() => new Float64Array(BINS));
  const step = Math.max(1, Math.floor(rgb.length / 3 / SAMPLES)) * 3;
  const share = 1 / Math.ceil(rgb.length / step);
  for (let i = 0; i < rgb.length; i += step) {
    const lab = labOf(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0);
    for (const [axis, { low, high }] of AXES.entries()) {
      const at = Math.floor((((lab[axis] ?? 0) - low) / (high - low)) * BINS);
      const bins = counts[axis];
      const bin = Math.min(BINS - 1, Math.max(0, at));
      if (bins !== undefined) bins[bin] = (bins[bin] ?? 0) + share;
    }
  }
  return counts;
};

/** In one dimension the earth mover's distance is the area between the two cumulated shares. */
const moved = (one: Float64Array, other: Float64Array, width: number): number => {
  let [gap, area] = [0, 0];
  for (let i = 0; i < BINS; i += 1) {
    gap += (one[i] ?? 0) - (other[i] ?? 0);
    area += Math.abs(gap);
  }
  return area * width;
};

/** 0 for the same colours; about 10 is a shift that one sees, 30 another world. */
export const paletteDistanceOf = (one: Copy, other: Copy): number => {
  const [ours, theirs] = [histograms(one), histograms(other)];
  const distances = AXES.map(({ low, high }, axis) =>
    moved(ours[axis] ?? new Float64Array(BINS), theirs[axis] ?? new Float64Array(BINS), (high - low) / BINS),
  );
  const [l = 0, a = 0, b = 0] = distances;
  return Math.hypot(l * LIGHTNESS_WEIGHT, a, b);
};
