/** A drawing with alpha over frames. Pure. */
import type { Box, Frame, Plane } from '../plan/geometry.ts';
import { chromaOf, lumaOf } from './planes.ts';

/** The drawing over a part of a frame; `left` and `top` are even, and so are the sides. */
export type Overlay = Box & {
  /** Samples, and how far each covers the frame: 255 is wholly. */
  readonly y: Layer;
  readonly u: Layer;
  readonly v: Layer;
};
type Layer = { readonly value: Uint8Array; readonly alpha: Uint8Array };

/** Of RGBA pixels, not premultiplied. */
export const overlayOf = (rgba: Uint8Array, { left, top, width, height }: Box): Overlay => {
  const y = { value: new Uint8Array(width * height), alpha: new Uint8Array(width * height) };
  for (let i = 0; i < width * height; i += 1) {
    y.value[i] = Math.round(lumaOf(rgba[4 * i] ?? 0, rgba[4 * i + 1] ?? 0, rgba[4 * i + 2] ?? 0));
    y.alpha[i] = rgba[4 * i + 3] ?? 0;
  }
  const [columns, rows] = [width / 2, height / 2];
  const alpha = new Uint8Array(columns * rows);
  const u = { value: new Uint8Array(columns * rows), alpha };
  const v = { value: new Uint8Array(columns * rows), alpha };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let [red, green, blue, covered] = [0, 0, 0, 0];
      for (const at of [0, 1, width, width + 1]) {
        const pixel = 4 * (2 * row * width + 2 * column + at);
        const weight = rgba[pixel + 3] ?? 0;
        red += weight * (rgba[pixel] ?? 0);
        green += weight * (rgba[pixel + 1] ?? 0);
        blue += weight * (rgba[pixel + 2] ?? 0);
        covered += weight;
      }
      const total = Math.max(1, covered);
      const [blueish, reddish] = chromaOf(red / total, green / total, blue / total);
      const i = row * columns + column;
      u.value[i] = Math.round(blueish);
      v.value[i] = Math.round(reddish);
      alpha[i] = Math.round(covered / 4);
    }
  }
  return { left, top, width, height, y, u, v };
};

/** Lays the drawing over the frame, in place. `strength` from 0 to 1 lets it fade. */
export const lay = (overlay: Overlay, frame: Frame, strength: number): void => {
  const { left, top, width, height } = overlay;
  blend(overlay.y, frame.y, overlay, strength);
  const small = { left: left / 2, top: top / 2, width: width / 2, height: height / 2 };
  blend(overlay.u, frame.u, small, strength);
  blend(overlay.v, frame.v, small, strength);
};

const blend = ({ value, alpha }: Layer, { data, stride }: Plane, box: Box, strength: number): void => {
  // Alpha of 255 and strength of 1 make 65,280, which is one.
  const factor = Math.round(256 * strength);
  for (let row = 0; row < box.height; row += 1) {
    const to = (box.top + row) * stride + box.left;
    const from = row * box.width;
    for (let column = 0; column < box.width; column += 1) {
      const share = (alpha[from + column] as number) * factor;
      if (share === 0) continue;
      const under = data[to + column] as number;
      data[to + column] = Math.round(under + (((value[from + column] as number) - under) * share) / 65_280);
    }
  }
};
