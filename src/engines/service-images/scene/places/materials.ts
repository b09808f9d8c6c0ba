/** The colours of things by themselves, before any light falls on them. */
import { lch } from '../../drawing/colour.ts';

export const GREEN = lch(0.52, 0.1, 135);

export const ROCK = lch(0.5, 0.03, 265);

export const SAND = lch(0.76, 0.085, 72);

export const SNOW = lch(0.95, 0.012, 240);

export const WATER = lch(0.55, 0.075, 225);

export const EARTH = lch(0.48, 0.05, 65);

export const BARK = lch(0.33, 0.035, 55);

export const CONCRETE = lch(0.55, 0.015, 262);

export const BRICK = lch(0.5, 0.07, 40);

export const PLASTER = lch(0.74, 0.035, 75);

export const GLASS = lch(0.6, 0.04, 235);

export const ASPHALT = lch(0.4, 0.01, 265);

export const WOOD = lch(0.5, 0.065, 60);

export const CLOTH = lch(0.5, 0.07, 25);

export const METAL = lch(0.6, 0.012, 250);

export const STONE = lch(0.56, 0.02, 80);
