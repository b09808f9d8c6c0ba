/** A picture as planes of 4:2:0, and its conversion from RGB. Pure. */
import type { Size } from '../plan/geometry.ts';

/** Chroma planes have half the sides, rounded up. Samples are of limited range, BT.709, sited left as in MPEG-2. */
export type Planes = Size & { readonly y: Uint8Array; readonly u: Uint8Array; readonly v: Uint8Array };

/** BT.709 in limited range: 219 steps of luma from 16, 224 steps of chroma around 128. */
const [KR, KG, KB] = [0.2126, 0.7152, 0.0722];
const LUMA_STEPS = 219 / 255;
const CHROMA_STEPS = 224 / 255;

export const lumaOf = (red: number, green: number, blue: number): number =>
  16 + LUMA_STEPS * (KR * red + KG * green + KB * blue);

/** Both differences of colour of an RGB pixel. */
export const chromaOf = (red: number, green: number, blue: number): readonly [number, number] => {
  const grey = KR * red + KG * green + KB * blue;
  return [128 + (CHROMA_STEPS * (blue - grey)) / (2 * (1 - KB)), 128 + (CHROMA_STEPS * (red - grey)) / (2 * (1 - KR))];
};

export const half = (side: number): number => (side + 1) >> 1;

/** Planes of RGB pixels of three bytes each. Each chroma sample is the mean of six pixels around its site. */
export const planesOf = (rgb: Uint8Array, width: number, height: number): Planes => {
  const y = new Uint8Array(width * height);
  for (let i = 0; i < y.length; i += 1) {
    y[i] = Math.round(lumaOf(rgb[3 * i] ?? 0, rgb[3 * i + 1] ?? 0, rgb[3 * i + 2] ?? 0));
  }
  const columns = half(width);
  const rows = half(height);
  const u = new Uint8Array(columns * rows);
  const v = new Uint8Array(columns * rows);
  const sums: [number, number, number] = [0, 0, 0];
  const add = (x: number, row: number, weight: number): void => {
    const at = 3 * (Math.min(row, height - 1) * width + Math.min(Math.max(x, 0), width - 1));
    for (const channel of [0, 1, 2] as const) sums[channel] += weight * (rgb[at + channel] ?? 0);
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      sums.fill(0);
      for (const line of [2 * row, 2 * row + 1]) {
        add(2 * column - 1, line, 1);
        add(2 * column, line, 2);
        add(2 * column + 1, line, 1);
      }
      const [blueish, reddish] = chromaOf(sums[0] / 8, sums[1] / 8, sums[2] / 8);
      u[row * columns + column] = Math.round(blueish);
      v[row * columns + column] = Math.round(reddish);
    }
  }
  return { width, height, y, u, v };
};
