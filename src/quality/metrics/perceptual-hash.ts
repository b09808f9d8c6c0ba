/** A DCT hash of 64 bits that changes little when a picture is scaled, re-encoded or touched up. */
import type { Grey } from './grey.ts';

const SIDE = 32;
const LOW = 8;
const HASH = /^[0-9a-f]{16}$/;

/** Placeholder hash of a picture that could not be read; it is never compared. */
export const NO_HASH = '0'.repeat(16);

/** Means of the areas of a 32 x 32 grid. */
const shrink = ({ width, height, values }: Grey): Float64Array => {
  const grid = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row += 1) {
    const [top, bottom] = span(row, height);
    for (let column = 0; column < SIDE; column += 1) {
      const [left, right] = span(column, width);
      let sum = 0;
      for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += values[y * width + x] ?? 0;
      grid[row * SIDE + column] = sum / ((bottom - top) * (right - left));
    }
  }
  return grid;
};

/** The pixels of one cell of the grid, at least one. */
const span = (cell: number, size: number): readonly [number, number] => {
  const from = Math.min(size - 1, Math.floor((cell * size) / SIDE));
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * size) / SIDE))];
};

const COSINES: readonly Float64Array[] = Array.from({ length: LOW }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE))),
);

/** The 64 lowest frequencies, rows first. */
const lowFrequencies = (grid: Float64Array): readonly number[] => {
  const out: number[] = [];
  for (const vertical of COSINES) {
    for (const horizontal of COSINES) {
      let sum = 0;
      for (let y = 0; y < SIDE; y += 1) {
        let row = 0;
        for (let x = 0; x < SIDE; x += 1) row += (grid[y * SIDE + x] ?? 0) * (horizontal[x] ?? 0);
        sum += row * (vertical[y] ?? 0);
      }
      // Rounded, so that the last bit of a cosine cannot turn a bit of the hash.
      out.push(Math.round(sum * 1_000) / 1_000);
    }
  }
  return out;
};

/** 16 hex digits: for each frequency whether it is above the median of all but the mean. */
export const perceptualHashOf = (grey: Grey): string => {
  const frequencies = lowFrequencies(shrink(grey));
  const sorted = frequencies.slice(1).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  let hex = '';
  for (let i = 0; i < frequencies.length; i += 4) {
    const bits = frequencies.slice(i, i + 4).reduce((nibble, value) => nibble * 2 + (value > median ? 1 : 0), 0);
    hex += bits.toString(16);
  }
  return hex;
};

/** Bits of 64 in which two hashes differ. */
export const hashDistance = (one: string, other: string): number => {
  let distance = 0;
  for (let i = 0; i < one.length; i += 1) {
    const differing = Number.parseInt(one.charAt(i), 16) ^ Number.parseInt(other.charAt(i), 16);
    distance += [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4][differing] ?? 0;
  }
  return distance;
};

/** The distance to the nearest sibling; null without any. Other hashes are not compared. */
export const nearestDistance = (hash: string, siblings: readonly string[]): number | null => {
  const distances = siblings
    .filter((sibling) => HASH.test(sibling) && sibling !== NO_HASH)
    .map((sibling) => hashDistance(hash, sibling));
  return distances.length === 0 ? null : Math.min(...distances);
};
