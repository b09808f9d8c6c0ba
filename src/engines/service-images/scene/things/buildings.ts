/** Fixed things: buildings, furniture, things by the way. Each is 100 units tall with its foot at 0,0. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, rect, stroke } from '../../drawing/svg.ts';
import { BROWN, DARK, type Draw, METAL, WHITE, WOOD } from './stuff.ts';

export const buildings = {
  lamp: (paint, palette) =>
    stroke(d`M0 0V-88Q0 -100 16 -98`, paint(DARK), 3.4) +
    rect(-5, -8, 10, 8, paint(DARK)) +
    ellipse(20, -94, 6, 4, shade(palette.lamp, 0.4)),
  table: (paint) =>
    rect(-108, -100, 216, 15, paint(WOOD, 0.72)) +
    rect(-100, -85, 200, 9, paint(WOOD, 0.3)) +
    rect(-94, -78, 12, 78, paint(WOOD, 0.3)) +
    rect(82, -78, 12, 78, paint(WOOD, 0.42)) +
    stroke(d`M-100 -94H90`, paint(WOOD, 0.95), 2, 0.6),
  chair: (paint) =>
    path(d`M-30 -100H-20L-16 -48H30V-38H24L28 0H20L16 -38H-14L-18 0H-26L-24 -46Z`, paint(WOOD, 0.42)) +
    rect(-20, -54, 52, 9, paint(lch(0.5, 0.08, 25), 0.6), 1, 4),
  bed: (paint) =>
    rect(-130, -98, 14, 98, paint(WOOD, 0.4), 1, 4) +
    rect(-120, -50, 240, 34, paint(WHITE, 0.58), 1, 10) +
    path(d`M-40 -56Q40 -76 120 -50V-14H-40Z`, paint(lch(0.5, 0.08, 250))) +
    rect(-112, -70, 56, 24, paint(WHITE, 0.8), 1, 11) +
    rect(-120, -18, 240, 12, paint(WOOD, 0.3)),
  door: (paint, palette) =>
    rect(-30, -104, 60, 104, paint(WOOD, 0.25)) +
    rect(-25, -99, 50, 99, paint(mix(WOOD, palette.accent, 0.3), 0.5)) +
    rect(-18, -92, 36, 36, paint(WOOD, 0.3), 0.7) +
    rect(-18, -48, 36, 38, paint(WOOD, 0.3), 0.7) +
    circle(18, -50, 3, palette.lamp),
  house: (paint, palette) =>
    rect(-62, -62, 124, 62, paint(lch(0.78, 0.03, 75), 0.52)) +
    path(d`M20 -62H62V0H20Z`, paint(lch(0.7, 0.03, 75), 0.25), 0.6) +
    path(d`M-76 -58L-4 -104L76 -58Z`, paint(lch(0.42, 0.07, 35), 0.5)) +
    path(d`M-4 -104L76 -58H50Z`, paint(lch(0.36, 0.06, 35), 0.2)) +
    rect(34, -106, 14, 30, paint(BROWN)) +
    rect(-12, -38, 22, 38, paint(WOOD, 0.3)) +
    rect(-50, -46, 24, 22, palette.lamp) +
    rect(26, -46, 24, 22, palette.lamp, 0.9) +
    stroke(d`M-38 -46v22M-50 -35h24M38 -46v22M26 -35h24`, paint(WOOD, 0.2), 2),
  tower: (paint, palette) =>
    path(d`M-15 0L-11 -78H11L15 0Z`, paint(lch(0.72, 0.02, 80), 0.56)) +
    path(d`M3 0L3 -78H11L15 0Z`, paint(lch(0.6, 0.02, 80), 0.15), 0.6) +
    rect(-15, -84, 30, 7, paint(DARK, 0.5)) +
    path(d`M-13 -84H13L0 -104Z`, paint(palette.accent, 0.5)) +
    rect(-4, -70, 7, 10, palette.lamp) +
    rect(-4, -46, 7, 9, paint(DARK)) +
    rect(-4, -24, 7, 9, palette.lamp, 0.8),
  bridge: (paint, palette) =>
    path(d`M-260 -34H260V-20H-260Z`, paint(METAL, 0.42)) +
    [-130, 130].map((x) => rect(x - 7, -104, 14, 108, paint(mix(palette.accent, METAL, 0.4), 0.5))).join('') +
    stroke(d`M-260 -40Q-196 -60 -130 -102Q0 -4 130 -102Q196 -60 260 -40`, paint(DARK, 0.4), 3.4) +
    stroke(
      Array.from({ length: 13 }, (_, i) => d`M${-120 + i * 20} -34V${-42 - ((i - 6) / 6) ** 2 * 44}`).join(''),
      paint(DARK, 0.4),
      1.6,
    ),
  window: (paint, palette) =>
    rect(-46, -104, 92, 92, paint(WOOD, 0.4)) +
    rect(-40, -98, 80, 80, mix(palette.horizon, palette.zenith, 0.4)) +
    rect(-3, -98, 6, 80, paint(WOOD, 0.4)) +
    rect(-40, -62, 80, 6, paint(WOOD, 0.4)) +
    rect(-52, -14, 104, 9, paint(WOOD, 0.7)),
  sign: (paint, palette) =>
    rect(-4, -64, 8, 64, paint(DARK)) +
    rect(-54, -104, 108, 46, paint(palette.accent, 0.5), 1, 6) +
    rect(-48, -98, 96, 34, mix(palette.lamp, paint(palette.accent), 0.2), 0.35, 4) +
    stroke(d`M-34 -88H34M-34 -76H14`, shade(palette.lamp, 0.4), 6),
  tent: (paint, palette) =>
    path(d`M-96 0L-6 -100L96 0Z`, paint(mix(palette.accent, lch(0.66, 0.12, 70), 0.4), 0.56)) +
    path(d`M-6 -100L96 0H44Z`, paint(palette.accent, 0.24)) +
    path(d`M-34 0L-6 -66L20 0Z`, mix(palette.lamp, paint(DARK), 0.35)) +
    stroke(d`M-6 -100L-112 2M-6 -100L112 2`, paint(DARK), 1.8),
  rock: (paint) =>
    path(d`M-84 0L-70 -52L-30 -92L18 -100L66 -62L88 0Z`, paint(lch(0.55, 0.02, 70), 0.42)) +
    path(d`M-30 -92L18 -100L40 -56L-10 -46Z`, paint(lch(0.6, 0.02, 70), 0.72)) +
    path(d`M40 -56L66 -62L88 0H22Z`, paint(lch(0.5, 0.02, 70), 0.2)),
  fire: () =>
    path(
      d`M-36 0Q-52 -40 -22 -62Q-24 -40 -10 -40Q-18 -76 8 -104Q8 -76 24 -66Q22 -46 30 -50Q48 -24 34 0Z`,
      lch(0.66, 0.19, 45),
    ) +
    path(d`M-20 0Q-30 -26 -12 -42Q-6 -26 2 -58Q22 -30 16 -26Q28 -16 20 0Z`, lch(0.84, 0.16, 85)) +
    stroke(d`M-40 2L34 -6M40 2L-34 -6`, lch(0.28, 0.04, 50), 8),
} satisfies Readonly<Record<string, Draw>>;
