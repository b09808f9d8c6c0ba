/** The colours and the exposure of a reference picture. Pure. */
import { fromRgb } from './drawing/colour.ts';
import { measure, type Measured } from './meter.ts';
import type { Swatch } from './drawing/palette.ts';

export type Reference = { readonly swatches: readonly Swatch[]; readonly measured: Measured };

/** One mean colour is kept for each step of lightness and each sector of hue, and one for greys. */
const LIGHTNESS_STEPS = 8;
const SECTORS = 8;
const GREY_CHROMA = 0.02;

/** From the RGB pixels of a small copy. */
export const referenceOf = (rgb: Uint8Array): Reference => {
  const cells = new Map<string, { l: number; a: number; b: number; count: number }>();
  for (let i = 0; i < rgb.length; i += 3) {
    const { l, a, b } = fromRgb(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0);
    const sector = Math.hypot(a, b) < GREY_CHROMA ? 'grey' : Math.floor((Math.atan2(b, a) / (2 * Math.PI)) * SECTORS);
    const cell = `${String(Math.floor(l * LIGHTNESS_STEPS))} ${String(sector)}`;
    const sum = cells.get(cell) ?? { l: 0, a: 0, b: 0, count: 0 };
    cells.set(cell, { l: sum.l + l, a: sum.a + a, b: sum.b + b, count: sum.count + 1 });
  }
  const swatches = [...cells.values()].map((sum): Swatch => ({
    colour: { l: sum.l / sum.count, a: sum.a / sum.count, b: sum.b / sum.count },
    share: (sum.count * 3) / rgb.length,
  }));
  return { swatches, measured: measure(rgb) };
};
