/**
 * Variance of the Laplacian as a share of the variance of brightness: high where edges are crisp, near 0 where all is
 * soft. It is a share, so that a faint picture in focus is not called blurred.
 */
import type { Grey } from './grey.ts';

/** `deviation` is that of the brightness of the same picture. */
export const sharpnessOf = ({ width, height, values }: Grey, deviation: number): number => {
  if (width < 3 || height < 3) return 0;
  let [sum, squares] = [0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const around = (values[i - 1] ?? 0) + (values[i + 1] ?? 0) + (values[i - width] ?? 0) + (values[i + width] ?? 0);
      const edge = around - 4 * (values[i] ?? 0);
      sum += edge;
      squares += edge * edge;
    }
  }
  const count = (width - 2) * (height - 2);
  const variance = Math.max(0, squares / count - (sum / count) ** 2);
  return variance / Math.max(1, deviation * deviation);
};
