/** How things are drawn, and the colours of their materials. */
import { type Colour, lch } from '../../drawing/colour.ts';
import type { Palette } from '../../drawing/palette.ts';
import type { Random } from '../../../prompt/random.ts';

/** A local colour as it looks here; `lit` 0 in shadow, 0.5 plain, 1 in full light. */
export type Paint = (local: Colour, lit?: number) => Colour;
export type Draw = (paint: Paint, palette: Palette, random: Random) => string;

export const WOOD = lch(0.48, 0.065, 60);
export const METAL = lch(0.62, 0.012, 250);
export const DARK = lch(0.26, 0.012, 265);
export const WHITE = lch(0.93, 0.012, 90);
export const PAPER = lch(0.9, 0.035, 85);
export const BROWN = lch(0.42, 0.06, 50);
