/** The picture of a film, looked at frame by frame on a grid of samples. Memory does not grow with the film. */
import { FRAMES_PER_SECOND } from '../plan/geometry.ts';
import type { Picture } from '../tools/film-tools.ts';

/** Of the brightness of limited range, where 16 is black: as of FFmpeg's `blackdetect`. */
const DARK = 32;
const DARK_SHARE = 0.98;
/** Mean difference to the last frame that moved, of 255: as of FFmpeg's `freezedetect`. */
const SAME = 0.26;
/** Every so many pixels, across and down. */
const GRID = 4;
const BINS = 32;

/** In milliseconds, but for `frames` and `misplaced`. */
export type Seen = {
  readonly frames: number;
  /** Frames whose time is not a 24th of a second after the one before. */
  readonly misplaced: number;
  readonly longestBlack: number;
  readonly longestFrozen: number;
  /** For each cut: how much the tones differ before and after it, from 0 to 1. */
  readonly jumps: readonly number[];
};

export const watchPicture = async (
  pictures: AsyncIterable<Picture>,
  sceneStartsMs: readonly number[],
): Promise<Seen> => {
  const cuts = new Set(sceneStartsMs.filter((ms) => ms > 0).map((ms) => Math.round((ms * FRAMES_PER_SECOND) / 1_000)));
  const black = longestSpan();
  const frozen = longestSpan();
  const jumps: number[] = [];
  let [frames, misplaced] = [0, 0];
  let moved: Uint8Array | undefined;
  let tones: readonly number[] = [];
  for await (const picture of pictures) {
    const grid = gridOf(picture);
    if (Math.abs(picture.seconds * FRAMES_PER_SECOND - frames) > 0.1) misplaced += 1;
    black.next(shareBelow(grid, DARK) >= DARK_SHARE);
    const same = moved !== undefined && meanDifference(grid, moved) < SAME;
    frozen.next(same);
    if (!same) moved = grid;
    const after = tonesOf(grid);
    if (cuts.has(frames)) jumps.push(distance(tones, after));
    tones = after;
    frames += 1;
  }
  return { frames, misplaced, longestBlack: black.ms(), longestFrozen: frozen.ms(), jumps };
};

/** Counts frames in a row. A span at the end of the film counts as any other. */
const longestSpan = () => {
  let [now, longest] = [0, 0];
  return {
    next: (within: boolean): void => {
      now = within ? now + 1 : 0;
      longest = Math.max(longest, now);
    },
    ms: (): number => Math.round((longest * 1_000) / FRAMES_PER_SECOND),
  };
};

const gridOf = ({ width, height, luma }: Picture): Uint8Array => {
  const columns = Math.ceil(width / GRID);
  const rows = Math.ceil(height / GRID);
  const grid = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      grid[row * columns + column] = luma.data[row * GRID * luma.stride + column * GRID] ?? 0;
    }
  }
  return grid;
};

const shareBelow = (grid: Uint8Array, bound: number): number => {
  let below = 0;
  for (const value of grid) if (value < bound) below += 1;
  return below / grid.length;
};

const meanDifference = (one: Uint8Array, other: Uint8Array): number => {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
  return sum / one.length;
};

/** The share of samples in each range of brightness. */
const tonesOf = (grid: Uint8Array): readonly number[] => {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of grid) {
    const bin = Math.floor((value * BINS) / 256);
    counts[bin] = (counts[bin] ?? 0) + 1 / grid.length;
  }
  return counts;
};

const distance = (one: readonly number[], other: readonly number[]): number =>
  other.reduce((sum, share, bin) => sum + Math.abs(share - (one[bin] ?? 0)), 0) / 2;
