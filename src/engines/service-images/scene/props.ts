/** Things, each 100 units tall on the ground at 0,0 (some fly, some are wider than tall). */
import type { Colour } from '../colour.ts';
import { lch, mix, shade } from '../colour.ts';
import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import { circle, d, ellipse, path, rect, stroke } from '../svg.ts';
import type { Prop } from '../words/things.ts';
import { conifer, leafTree } from './nature.ts';

type Paint = (local: Colour, lit?: number) => Colour;
type Draw = (paint: Paint, palette: Palette, random: Random) => string;

const WOOD = lch(0.48, 0.065, 60);
const METAL = lch(0.62, 0.012, 250);
const DARK = lch(0.26, 0.012, 265);
const WHITE = lch(0.93, 0.012, 90);
const PAPER = lch(0.9, 0.035, 85);
const BROWN = lch(0.42, 0.06, 50);

const wheel = (paint: Paint, x: number, radius: number): string =>
  circle(x, -radius, radius, paint(DARK, 0.3)) +
  circle(x, -radius, radius * 0.52, paint(METAL, 0.6)) +
  circle(x, -radius, radius * 0.18, paint(DARK));

/** Size against a grown figure of 1, and where it belongs. */
export type Habit = {
  readonly size: number;
  readonly where: 'ground' | 'air' | 'hand' | 'wall';
  readonly glows?: true;
};

export const habits: Readonly<Record<Prop, Habit>> = {
  car: { size: 0.9, where: 'ground' },
  truck: { size: 1.5, where: 'ground' },
  bicycle: { size: 0.62, where: 'ground' },
  boat: { size: 1.3, where: 'ground' },
  train: { size: 1.7, where: 'ground' },
  plane: { size: 0.7, where: 'air' },
  rocket: { size: 1.7, where: 'air' },
  tree: { size: 2.2, where: 'ground' },
  lamp: { size: 1.9, where: 'ground', glows: true },
  table: { size: 0.46, where: 'ground' },
  chair: { size: 0.58, where: 'ground' },
  bed: { size: 0.5, where: 'ground' },
  door: { size: 1.25, where: 'wall' },
  house: { size: 1.9, where: 'ground' },
  tower: { size: 3.2, where: 'ground' },
  bridge: { size: 1.3, where: 'ground' },
  fire: { size: 0.6, where: 'ground', glows: true },
  dog: { size: 0.42, where: 'ground' },
  cat: { size: 0.26, where: 'ground' },
  horse: { size: 1.02, where: 'ground' },
  bird: { size: 0.5, where: 'air' },
  book: { size: 0.14, where: 'hand' },
  phone: { size: 0.11, where: 'hand' },
  screen: { size: 0.3, where: 'hand' },
  bottle: { size: 0.2, where: 'hand' },
  cup: { size: 0.12, where: 'hand' },
  box: { size: 0.36, where: 'ground' },
  shoe: { size: 0.16, where: 'ground' },
  watch: { size: 0.14, where: 'hand' },
  sword: { size: 0.62, where: 'hand' },
  gun: { size: 0.15, where: 'hand' },
  umbrella: { size: 0.62, where: 'hand' },
  guitar: { size: 0.56, where: 'hand' },
  balloon: { size: 0.6, where: 'air' },
  flower: { size: 0.24, where: 'hand' },
  window: { size: 0.8, where: 'wall' },
  sign: { size: 1.1, where: 'ground' },
  tent: { size: 0.95, where: 'ground' },
  rock: { size: 0.42, where: 'ground' },
};

const draws: Readonly<Record<Prop, Draw>> = {
  car: (paint, palette) => {
    const body = paint(mix(palette.accent, lch(0.5, 0.08, 30), 0.3), 0.5);
    return (
      path(d`M-112 -18Q-118 -54 -92 -58L-58 -62Q-34 -98 4 -98H34Q58 -98 84 -62L108 -54Q118 -48 114 -18Z`, body) +
      path(d`M-46 -62Q-28 -88 -2 -89V-62ZM8 -89H32Q50 -88 70 -62H8Z`, mix(palette.zenith, palette.key, 0.25)) +
      path(d`M-114 -36H114L113 -18H-113Z`, shade(body, -0.32)) +
      stroke(d`M3 -62V-24M-106 -46H110`, shade(body, -0.45), 2) +
      wheel(paint, -66, 21) +
      wheel(paint, 70, 21) +
      ellipse(108, -46, 6, 7, palette.lamp) +
      ellipse(-110, -46, 4, 7, paint(lch(0.5, 0.2, 27))) +
      stroke(d`M-56 -64Q-34 -96 4 -97H34`, palette.key, 2.4, 0.7)
    );
  },
  truck: (paint, palette) => {
    const body = paint(mix(palette.accent, WHITE, 0.35));
    return (
      rect(-96, -100, 130, 84, body, 1, 5) +
      rect(-96, -60, 130, 9, palette.accent, 0.8) +
      path(d`M36 -16V-82H66Q80 -80 88 -50L98 -44V-16Z`, shade(body, -0.15)) +
      path(d`M44 -74H64Q74 -72 80 -50H44Z`, mix(palette.zenith, palette.key, 0.3)) +
      rect(-98, -20, 198, 9, paint(DARK)) +
      wheel(paint, -60, 17) +
      wheel(paint, 66, 17) +
      circle(95, -34, 5, palette.lamp)
    );
  },
  bicycle: (paint, palette) =>
    stroke(
      d`M-52 -32m-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0M52 -32m-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0`,
      paint(DARK, 0.4),
      6,
    ) +
    stroke(
      d`M-52 -32L-22 -78H34L52 -32M-22 -78L4 -34L34 -78M-52 -32H4M34 -78L30 -96H46M-24 -86H-36H-14`,
      paint(palette.accent, 0.55),
      6,
    ),
  boat: (paint, palette) =>
    path(d`M-92 -26H92Q76 4 50 4H-54Q-82 2 -92 -26Z`, paint(BROWN, 0.5)) +
    path(d`M-90 -26H91L88 -17H-87Z`, paint(WHITE, 0.6)) +
    stroke(d`M4 -26V-132`, paint(WOOD), 5) +
    path(d`M10 -128Q58 -84 64 -34H10Z`, paint(WHITE, 0.66)) +
    path(d`M-2 -118Q-40 -80 -46 -36H-2Z`, paint(mix(WHITE, palette.accent, 0.55), 0.5)),
  train: (paint, palette) => {
    const body = paint(mix(palette.accent, DARK, 0.3));
    let out =
      path(d`M-190 -12V-84Q-190 -98 -176 -98H120Q170 -94 186 -40V-12Z`, body) +
      path(d`M-188 -36H186L184 -24H-188Z`, shade(body, 0.4));
    for (let i = 0; i < 6; i += 1) out += rect(-172 + i * 48, -82, 34, 28, palette.lamp, 0.9, 3);
    return (
      out +
      path(d`M130 -88Q158 -80 172 -50H130Z`, mix(palette.zenith, palette.key, 0.3)) +
      rect(-192, -12, 380, 8, paint(DARK)) +
      [-150, -110, 60, 110].map((x) => wheel(paint, x, 11)).join('')
    );
  },
  plane: (paint) =>
    path(d`M-110 -46Q-40 -66 86 -60Q112 -56 116 -46Q100 -34 60 -34H-84Z`, paint(WHITE, 0.62)) +
    path(
      d`M-108 -48L-124 -96H-104L-76 -54ZM-10 -46L-52 -4H-30L40 -42ZM-14 -58L-30 -88H-16L24 -58Z`,
      paint(METAL, 0.4),
    ) +
    stroke(d`M-60 -50H84`, paint(DARK), 3, 0.6) +
    path(d`M88 -58Q106 -54 110 -49H90Z`, paint(DARK)),
  rocket: (paint, palette) =>
    path(d`M-20 -14Q-26 -66 0 -104Q26 -66 20 -14Z`, paint(WHITE, 0.6)) +
    path(d`M0 -104Q26 -66 20 -14H4Q10 -66 0 -104Z`, paint(METAL, 0.25), 0.7) +
    path(d`M-20 -40L-44 -4L-18 -14ZM20 -40L44 -4L18 -14Z`, paint(palette.accent)) +
    circle(0, -66, 9, paint(DARK)) +
    circle(0, -66, 6, palette.lamp) +
    path(d`M-12 -12Q0 44 12 -12Z`, palette.lamp, 0.95) +
    path(d`M-6 -12Q0 24 6 -12Z`, WHITE),
  tree: (paint, _palette, random) => {
    const green = lch(0.5, 0.1, random.between(115, 145));
    return random.chance(0.6)
      ? leafTree(random, 0, 0, 100, paint(green, 0.6), paint(green, 0.2), paint(BROWN))
      : conifer(0, 0, 100, paint(mix(green, DARK, 0.2), 0.35));
  },
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
  fire: (_paint, palette) =>
    path(
      d`M-36 0Q-52 -40 -22 -62Q-24 -40 -10 -40Q-18 -76 8 -104Q8 -76 24 -66Q22 -46 30 -50Q48 -24 34 0Z`,
      lch(0.66, 0.19, 45),
    ) +
    path(d`M-20 0Q-30 -26 -12 -42Q-6 -26 2 -58Q22 -30 16 -26Q28 -16 20 0Z`, lch(0.84, 0.16, 85)) +
    stroke(d`M-40 2L34 -6M40 2L-34 -6`, lch(0.28, 0.04, 50), 8),
  dog: (paint) =>
    path(
      d`M-58 -62Q-76 -92 -82 -90Q-74 -62 -62 -48L-60 0H-48L-42 -36H24L30 0H42L44 -52Q54 -58 52 -74L70 -68Q86 -66 84 -76L62 -92L58 -104L48 -96L36 -98Q28 -74 18 -66H-50Z`,
      paint(BROWN, 0.45),
    ) +
    circle(62, -82, 3, paint(DARK, 0.1)) +
    path(d`M-46 -40L-36 0H-26L-28 -40ZM14 -40L16 0H26L26 -40Z`, paint(BROWN, 0.22)),
  cat: (paint) =>
    path(d`M-26 0Q-36 -40 -10 -58Q-16 -84 -14 -102L0 -90H14L28 -102Q30 -84 24 -64Q40 -40 34 0Z`, paint(DARK, 0.4)) +
    stroke(d`M30 -4Q70 -6 62 -52`, paint(DARK, 0.4), 9) +
    circle(2, -78, 3.4, lch(0.8, 0.16, 110)) +
    circle(17, -78, 3.4, lch(0.8, 0.16, 110)),
  horse: (paint) =>
    path(
      d`M-66 -60Q-92 -50 -84 -8Q-98 -40 -82 -68Q-66 -80 -30 -72Q4 -66 20 -76Q30 -104 54 -112L58 -122L64 -110Q78 -98 92 -74Q86 -64 78 -70Q62 -82 56 -76Q54 -50 40 -40L46 0H36L26 -36Q-14 -26 -38 -38L-46 0H-56L-52 -40Z`,
      paint(BROWN, 0.45),
    ) +
    path(d`M-40 -38L-32 0H-23L-26 -40ZM14 -36L22 0H31L28 -38Z`, paint(BROWN, 0.2)) +
    path(d`M50 -112Q22 -98 18 -66Q34 -92 54 -106Z`, paint(DARK, 0.3)),
  bird: (paint, _palette, random) =>
    Array.from(
      { length: 7 },
      () => [random.between(-130, 130), random.between(-120, 20), random.between(10, 24)] as const,
    )
      .map(([x, y, size]) =>
        stroke(
          d`M${x - size} ${y - size * 0.3}Q${x - size * 0.4} ${y - size * 0.7} ${x} ${y}Q${x + size * 0.4} ${y - size * 0.7} ${x + size} ${y - size * 0.3}`,
          paint(DARK, 0.3),
          4,
        ),
      )
      .join(''),
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
      d`M-84 -58Q-70 -112 0 -116Q70 -112 84 -58Q70 -72 56 -58Q42 -72 28 -58Q14 -72 0 -58Q-14 -72 -28 -58Q-42 -72 -56 -58Q-70 -72 -84 -58Z`,
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
  flower: (paint, palette) =>
    stroke(d`M0 0Q-4 -34 0 -70M0 -34Q-24 -44 -30 -58M0 -26Q20 -32 28 -46`, paint(lch(0.5, 0.12, 145)), 5) +
    Array.from({ length: 7 }, (_, i) =>
      ellipse(
        Math.sin((i * Math.PI * 2) / 7) * 17,
        -82 - Math.cos((i * Math.PI * 2) / 7) * 17,
        12,
        12,
        paint(palette.accent, 0.5 + (i % 2) * 0.14),
      ),
    ).join('') +
    circle(0, -82, 9, palette.lamp),
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
};

export const prop = (kind: Prop, palette: Palette, random: Random, depth: number): string =>
  draws[kind]((local, lit = 0.5) => palette.tint(local, depth, lit), palette, random);
