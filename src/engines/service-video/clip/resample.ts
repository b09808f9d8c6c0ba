/** A view of a still as one frame: bilinear, in steps of a 256th of a pixel. Pure. */
import type { View } from './camera.ts';
import type { Frame, Plane } from '../plan/frame.ts';
import { half, type Planes } from './planes.ts';

const ONE = 256;

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

const fill = (target: Plane, source: Uint8Array, sourceStride: number, columns: Places, rows: Places): void => {
  const { data, stride } = target;
  const { index, weight } = columns;
  for (let row = 0; row < rows.index.length; row += 1) {
    const above = (rows.index[row] ?? 0) * sourceStride;
    const below = above + sourceStride;
    const down = rows.weight[row] ?? 0;
    const up = ONE - down;
    let to = row * stride;
    for (let column = 0; column < index.length; column += 1) {
      const left = index[column] as number;
      const share = weight[column] as number;
      const a = above + left;
      const b = below + left;
      const before = (source[a] as number) * up + (source[b] as number) * down;
      const after = (source[a + 1] as number) * up + (source[b + 1] as number) * down;
      data[to] = (before * (ONE - share) + after * share + 32_768) >> 16;
      to += 1;
    }
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
