/** Brightness as the eye weighs it (Rec. 601), 0 to 255. */

export type Grey = { readonly width: number; readonly height: number; readonly values: Float32Array };

export const greyOf = (copy: { readonly width: number; readonly height: number; readonly rgb: Uint8Array }): Grey => {
  const { width, height, rgb } = copy;
  const values = new Float32Array(width * height);
  for (let i = 0, from = 0; i < values.length; i += 1, from += 3) {
    values[i] = 0.299 * (rgb[from] ?? 0) + 0.587 * (rgb[from + 1] ?? 0) + 0.114 * (rgb[from + 2] ?? 0);
  }
  return { width, height, values };
};
