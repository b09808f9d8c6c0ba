/** A view of a still as one frame: bilinear, in steps of a 256th of a pixel. Pure. */
import type { View } from './camera.ts';
import type { Frame, Plane } from '../plan/geometry.ts';
import { half, type Planes } from './planes.ts';

const ONE = 256;
/** Of a square of it: rounds. */
const HALF = 32_768;

/** For each sample of a line: the sample before it in the source, and the weight of the one after that. */
type Places = { readonly index: Int32Array; readonly weight: Int32Array };

/** `at(i)` is the place of sample `i` in samples of the source. */
const placesOf = (count: number, sourceCount: number, at: (i: number) => number): Places => {
  const index = new Int32Array(count);
  const weight = new Int32Array(count);
  for (let i = 0; i < count; i += 1) {
    const place = Math.min(Math.max(at(i), 0), sourceCount - 1);
    // The last sample has none after it: the one before it counts for nothing.
    const before = Math.min(Math.floor(place), Math.max(0, sourceCount - 2));
    index[i] = before;
    weight[i] = Math.round((place - before) * ONE);
  }
  return { index, weight };
};

/** First two lines of the source become one, then two samples of that line become one: each sum is exact. */
const fill = (
  { data, stride }: Plane,
  source: Uint8Array,
  sourceStride: number,
  columns: Places,
  rows: Places,
): void => {
  const { index, weight } = columns;
  const count = index.length;
  const [from, end] = [index[0] ?? 0, (index[count - 1] ?? 0) + 2];
  /** In steps of a 256th. */
  const line = new Uint16Array(end);
  const samples = new Uint8Array(count);
  for (let row = 0; row < rows.index.length; row += 1) {
    const above = (rows.index[row] as number) * sourceStride;
    const below = above + sourceStride;
    const down = rows.weight[row] as number;
    const up = ONE - down;
    for (let at = from; at < end; at += 1) {
      line[at] = (source[above + at] as number) * up + (source[below + at] as number) * down;
    }
    for (let column = 0; column < count; column += 1) {
      const left = index[column] as number;
      const before = line[left] as number;
      const step = Math.imul((line[left + 1] as number) - before, weight[column] as number);
      samples[column] = (before * ONE + step + HALF) >> 16;
    }
    data.set(samples, row * stride);
  }
};

/** Fills `frame` with the view of `still`. The still has at least two samples a side in each plane. */
export const resample = (still: Planes, view: View, frame: Frame): void => {
  const shown = (sides: { source: number; target: number; centre: number }) => {
    const { source, target, centre } = sides;
    const step = (source * view.share) / target;
    /** A place of the frame in the still, both in pixels from their edges. */
    return (place: number): number => source * centre + (place - target / 2) * step;
  };
  const across = shown({ source: still.width, target: frame.width, centre: view.x });
  const along = shown({ source: still.height, target: frame.height, centre: view.y });
  fill(
    frame.y,
    still.y,
    still.width,
    placesOf(frame.width, still.width, (i) => across(i + 0.5) - 0.5),
    placesOf(frame.height, still.height, (i) => along(i + 0.5) - 0.5),
  );
  const width = half(still.width);
  // A chroma sample is at the left one of its two pixels, and between its two rows.
  const columns = placesOf(half(frame.width), width, (i) => (across(2 * i + 0.5) - 0.5) / 2);
  const rows = placesOf(half(frame.height), half(still.height), (i) => (along(2 * i + 1) - 1) / 2);
  fill(frame.u, still.u, width, columns, rows);
  fill(frame.v, still.v, width, columns, rows);
};
