/** Things that are carried. Each is 100 units tall with its foot at 0,0, except flying ones. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, rect, stroke } from '../../drawing/svg.ts';
import { BROWN, DARK, type Draw, METAL, PAPER, WHITE } from './stuff.ts';

export const belongings = {
  torch: (paint, palette) =>
    path(d`M-5 0L-9 -58H9L5 0Z`, paint(BROWN, 0.5)) +
    path(d`M-16 -52Q-24 -78 -6 -90Q-4 -104 4 -110Q4 -94 14 -86Q26 -70 14 -52Z`, lch(0.68, 0.19, 48)) +
    path(d`M-8 -54Q-12 -70 0 -86Q14 -70 8 -54Z`, palette.lamp),
  candle: (paint, palette) =>
    ellipse(0, -2, 26, 7, paint(METAL, 0.5)) +
    rect(-9, -62, 18, 60, paint(PAPER, 0.62), 1, 3) +
    path(d`M0 -104Q14 -82 0 -66Q-14 -82 0 -104Z`, palette.lamp) +
    path(d`M0 -92Q6 -80 0 -70Q-6 -80 0 -92Z`, WHITE),
  book: (paint) =>
    path(d`M-66 -84L-2 -96V-8L-66 4ZM2 -96L66 -84V4L2 -8Z`, paint(PAPER, 0.62)) +
    path(d`M2 -96L66 -84V4L2 -8Z`, paint(PAPER, 0.36), 0.5) +
    stroke(
      Array.from(
        { length: 5 },
        (_, i) => d`M-56 ${-68 + i * 14}L-12 ${-76 + i * 14}M12 ${-76 + i * 14}L${i === 4 ? 36 : 56} ${-68 + i * 14}`,
      ).join(''),
      paint(DARK),
      2.6,
      0.65,
    ),
  phone: (paint, palette) =>
    rect(-28, -104, 56, 104, paint(DARK, 0.5), 1, 9) +
    rect(-23, -96, 46, 86, mix(palette.lamp, palette.zenith, 0.3), 1, 3) +
    rect(-16, -84, 32, 18, shade(palette.lamp, 0.5), 0.8, 3) +
    rect(-16, -58, 24, 6, WHITE, 0.7) +
    rect(-16, -46, 30, 6, WHITE, 0.7) +
    rect(-16, -34, 18, 6, palette.accent, 0.9),
  screen: (paint, palette) =>
    rect(-74, -104, 148, 92, paint(DARK, 0.45), 1, 6) +
    rect(-67, -98, 134, 79, mix(palette.zenith, palette.lamp, 0.45)) +
    path(d`M-60 -34L-30 -62L-8 -46L22 -84L58 -52V-24H-60Z`, palette.accent, 0.65) +
    rect(-58, -92, 44, 6, WHITE, 0.8) +
    rect(-58, -80, 30, 5, WHITE, 0.6) +
    path(d`M-90 -10H90L78 0H-78Z`, paint(METAL, 0.5)),
  bottle: (paint, palette) => {
    const glass = mix(paint(palette.accent, 0.5), palette.key, 0.15);
    return (
      path(d`M-24 0Q-28 -4 -28 -12V-52Q-28 -66 -10 -70V-90H10V-70Q28 -66 28 -52V-12Q28 -4 24 0Z`, glass) +
      path(d`M6 0H24Q28 -4 28 -12V-52Q28 -66 10 -70H6Z`, shade(glass, -0.4), 0.6) +
      rect(-12, -104, 24, 17, paint(lch(0.76, 0.12, 85), 0.6), 1, 3) +
      rect(-22, -46, 44, 28, paint(PAPER, 0.62), 1, 2) +
      stroke(d`M-12 -36H12M-8 -28H8`, paint(DARK), 2.4, 0.7) +
      stroke(d`M-21 -54V-10`, shade(palette.key, 0.6), 4, 0.75)
    );
  },
  cup: (paint, palette) =>
    path(d`M-38 -78H38L30 -6Q28 0 20 0H-20Q-28 0 -30 -6Z`, paint(WHITE, 0.58)) +
    path(d`M10 -78H38L30 -6Q28 0 20 0H8Z`, paint(METAL, 0.25), 0.5) +
    stroke(d`M38 -66Q66 -66 60 -40Q54 -24 33 -26`, paint(WHITE, 0.4), 8) +
    ellipse(0, -78, 38, 9, paint(BROWN, 0.4)) +
    stroke(d`M-12 -90q-10 -14 0 -26t0 -24M12 -90q-10 -14 0 -26t0 -24`, palette.key, 4, 0.45) +
    ellipse(0, 3, 56, 7, paint(WHITE, 0.4)),
  box: (paint, palette) =>
    rect(-62, -76, 124, 76, paint(mix(BROWN, palette.accent, 0.2), 0.5), 1, 6) +
    rect(12, -76, 50, 76, paint(BROWN, 0.2), 0.5, 6) +
    stroke(d`M-20 -76Q-20 -100 0 -100T20 -76`, paint(DARK, 0.4), 7) +
    rect(-62, -52, 124, 6, paint(DARK, 0.3), 0.7) +
    rect(-44, -58, 12, 18, palette.lamp, 0.9, 2) +
    rect(32, -58, 12, 18, palette.lamp, 0.9, 2),
  shoe: (paint, palette) =>
    path(d`M-96 -8V-74Q-70 -92 -44 -70Q-10 -48 40 -42Q92 -36 94 -8Z`, paint(palette.accent, 0.56)) +
    path(d`M-98 -18H96Q100 4 86 4H-90Q-100 2 -98 -18Z`, paint(WHITE, 0.64)) +
    stroke(d`M-40 -62L-18 -74M-22 -54L0 -66M-4 -48L16 -58`, paint(WHITE, 0.7), 5) +
    path(d`M-96 -40Q-50 -30 -20 -12H-96Z`, paint(DARK, 0.4), 0.5),
  watch: (paint, palette) =>
    rect(-17, -108, 34, 112, paint(BROWN, 0.4), 1, 6) +
    circle(0, -52, 42, paint(METAL, 0.4)) +
    circle(0, -52, 36, paint(WHITE, 0.62)) +
    Array.from({ length: 12 }, (_, i) =>
      circle(Math.sin((i * Math.PI) / 6) * 29, -52 - Math.cos((i * Math.PI) / 6) * 29, 2.4, paint(DARK)),
    ).join('') +
    stroke(d`M0 -52V-76M0 -52L16 -44`, paint(DARK, 0.2), 4) +
    stroke(d`M0 -52L-14 -66`, palette.accent, 2) +
    rect(42, -57, 8, 10, paint(METAL)),
  sword: (paint, palette) =>
    path(d`M-5 -18L-4 -96L0 -106L4 -96L5 -18Z`, paint(WHITE, 0.7)) +
    path(d`M0 -106L4 -96L5 -18H0Z`, paint(METAL, 0.3)) +
    rect(-20, -20, 40, 6, paint(lch(0.74, 0.12, 85)), 1, 2) +
    rect(-3.5, -15, 7, 20, paint(BROWN)) +
    circle(0, 7, 5, palette.accent),
  gun: (paint) =>
    path(d`M-60 -100H70V-76H8L4 -58H-16L-26 0H-64L-44 -70H-60Z`, paint(DARK, 0.45)) +
    stroke(d`M-10 -74Q14 -70 2 -54`, paint(DARK), 5) +
    stroke(d`M-56 -96H66`, paint(METAL, 0.8), 3),
  umbrella: (paint, palette) =>
    stroke(d`M0 0V-96`, paint(DARK), 4) +
    path(
      d`M-84 -58Q-70 -112 0 -116Q70 -112 84 -58Q70 -72 56 -58Q42 -72 28 -58Q14 -72 0 -58Q-14 -72 -28 -58
        Q-42 -72 -56 -58Q-70 -72 -84 -58Z`,
      paint(palette.accent, 0.5),
    ) +
    path(d`M0 -116Q70 -112 84 -58Q70 -72 56 -58Q44 -100 0 -116Z`, paint(palette.accent, 0.2)),
  guitar: (paint) =>
    path(
      d`M-30 0Q-50 -24 -22 -40Q-34 -58 0 -62Q34 -58 22 -40Q50 -24 30 0Q0 12 -30 0Z`,
      paint(lch(0.6, 0.11, 60), 0.55),
    ) +
    circle(0, -32, 10, paint(DARK)) +
    rect(-4, -104, 8, 64, paint(BROWN, 0.4)) +
    rect(-8, -112, 16, 14, paint(DARK)) +
    stroke(d`M-1.6 -104V-10M1.6 -104V-10`, paint(WHITE), 0.8),
  balloon: (paint, palette) =>
    [
      [-42, -74, palette.accent],
      [24, -96, lch(0.72, 0.14, 90)],
      [56, -58, lch(0.6, 0.13, 250)],
    ]
      .map(
        ([x, y, colour]) =>
          stroke(d`M${x as number} ${(y as number) + 26}Q${(x as number) * 0.4} -6 0 16`, paint(DARK), 1.6) +
          ellipse(x as number, y as number, 23, 28, paint(colour as Colour, 0.55)) +
          ellipse((x as number) - 8, (y as number) - 10, 5, 8, palette.key, 0.7),
      )
      .join(''),
} satisfies Readonly<Record<string, Draw>>;
