/** Head and shoulders for closer shots. The head is 100 units tall, centred at 0,0; the shoulders run on below it. */
import type { Colour } from '../colour.ts';
import { lch, mix, shade } from '../colour.ts';
import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import { circle, clipped, curve, d, ellipse, path, stroke } from '../svg.ts';
import type { Point } from '../svg.ts';
import type { Looks } from './looks.ts';

export type Mimic = 'plain' | 'smile' | 'sad' | 'fear' | 'stern' | 'shut';

export type Bust = {
  readonly palette: Palette;
  readonly looks: Looks;
  /** -1 looks far left, 0 at us, 1 far right. */
  readonly turn: number;
  readonly mimic: Mimic;
  readonly side: -1 | 1;
  readonly random: Random;
  readonly id: () => string;
};

const facePoints = (looks: Looks, turn: number): readonly Point[] => {
  const jaw = looks.kind === 'woman' ? 0.86 : looks.kind === 'child' ? 0.96 : 1.04;
  const round = looks.kind === 'child' ? 1.1 : 1;
  const shift = turn * 5;
  const half: readonly Point[] = [
    [0, -50],
    [22, -46],
    [34, -28],
    [36.5, -4],
    [34 * round, 14],
    [27 * jaw, 33],
    [14 * jaw, 47],
    [0, 51],
  ];
  const right = half.map(([x, y]): Point => [x * (1 + turn * 0.05) + shift * (y > 20 ? 1.2 : 0.4), y]);
  const left = half
    .slice(1, -1)
    .reverse()
    .map(([x, y]): Point => [-x * (1 - turn * 0.05) + shift * (y > 20 ? 1.2 : 0.4), y]);
  return [...right, ...left, right[0] ?? [0, -50]];
};

const shoulders = ({ palette, looks, turn, side }: Bust): string => {
  const cloth = palette.tint(looks.cloth, 0, 0.48);
  const wide = looks.kind === 'woman' ? 92 : looks.kind === 'child' ? 74 : looks.kind === 'soldier' ? 122 : 108;
  const body = `${curve([
    [-20, 66],
    [-wide * 0.55, 82],
    [-wide * 0.92, 104],
    [-wide * 1.08, 150],
    [-wide * 1.12, 320],
  ])}L${String(wide * 1.12)} 320${curve([
    [wide * 1.12, 320],
    [wide * 1.08, 150],
    [wide * 0.92, 104],
    [wide * 0.55, 82],
    [20, 66],
  ]).replace('M', 'L')}Z`;
  const dark = shade(cloth, -0.34);
  const lit = palette.tint(looks.cloth, 0, 0.86);
  const edge =
    side > 0
      ? d`M${wide * 0.6} 84Q${wide * 1.02} 104 ${wide * 1.09} 200`
      : d`M${-wide * 0.6} 84Q${-wide * 1.02} 104 ${-wide * 1.09} 200`;
  let out =
    path(body, cloth) +
    path(d`M${-side * wide * 1.12} 320V150Q${-side * wide} 100 ${-side * 30} 74L${-side * 6} 320Z`, dark, 0.6) +
    stroke(edge, lit, 6, 0.9);
  for (const fold of [-0.62, 0.58])
    out += stroke(d`M${wide * fold} 128q${-turn * 8} 60 ${-10 * Math.sign(fold)} 150`, dark, 4, 0.5);
  return out + collar(looks, palette, cloth, dark);
};

const collar = (looks: Looks, palette: Palette, cloth: Colour, dark: Colour): string => {
  const skin = palette.skin(looks.skin, 0, 0.42);
  const white = palette.tint(lch(0.92, 0.01, 90), 0, 0.55);
  switch (looks.garment) {
    case 'suit':
      return (
        path(d`M-26 70L0 168L26 70Z`, white) +
        path(d`M-7 84h14l6 70l-13 22l-13 -22Z`, palette.accent) +
        path(d`M-24 66L-46 104L-6 190L0 168ZM24 66L46 104L6 190L0 168Z`, shade(cloth, 0.12))
      );
    case 'coat':
      return (
        path(d`M-25 68L0 140L25 68Z`, shade(cloth, -0.45)) +
        path(d`M-26 58L-62 92L-20 172L-4 130ZM26 58L62 92L20 172L4 130Z`, shade(cloth, 0.14)) +
        stroke(d`M0 140V320`, dark, 4)
      );
    case 'dress':
      return (
        path(d`M-44 82Q-30 132 0 138Q30 132 44 82L26 66L-26 66Z`, skin) +
        stroke(d`M-26 82Q0 116 26 82`, palette.lamp, 2.5, 0.8)
      );
    case 'hoodie':
      return (
        path(d`M-30 60Q-64 84 -46 118Q0 150 46 118Q64 84 30 60Q0 96 -30 60Z`, shade(cloth, -0.2)) +
        stroke(d`M-12 118v44M12 118v44`, white, 3)
      );
    case 'shirt':
      return (
        path(d`M-22 70L0 104L22 70Z`, skin) +
        path(d`M-24 62L-40 84L-14 110L0 96ZM24 62L40 84L14 110L0 96Z`, shade(cloth, 0.16)) +
        stroke(d`M0 104V320`, dark, 2.5)
      );
    case 'jacket':
      return (
        path(d`M-24 66Q0 96 24 66L28 92Q0 118 -28 92Z`, shade(cloth, 0.2)) +
        stroke(d`M0 108V320`, palette.tint(lch(0.7, 0.01, 250), 0, 0.6), 3.5)
      );
    case 'robe':
      return path(d`M-26 64L0 150L26 64L40 78L4 190L-4 190L-40 78Z`, shade(cloth, 0.16));
  }
};

const EYES: Readonly<Record<Mimic, readonly [open: number, brow: number, tilt: number]>> = {
  plain: [4.6, -11, 0],
  smile: [3.9, -12, 1],
  sad: [3.7, -11, 4],
  fear: [6.6, -16, 3],
  stern: [3.3, -8.5, -4],
  shut: [0, -11, 1.5],
};

const eyes = ({ palette, looks, turn, mimic }: Bust): string => {
  const [open, brow, tilt] = EYES[mimic];
  const [white, line, hair] = [
    palette.tint(lch(0.93, 0.01, 90), 0, 0.55),
    palette.ink,
    palette.tint(shade(looks.hair, -0.15), 0, 0.34),
  ];
  let out = '';
  for (const hand of [-1, 1] as const) {
    const squeeze = 1 - 0.28 * Math.max(0, turn * hand);
    const [x, y] = [hand * 16 * squeeze + turn * 13, -1];
    const half = 8.6 * squeeze;
    const outer = hand * tilt * 0.35;
    if (looks.kind === 'robot') {
      out += circle(x, y, 6.5, palette.ink) + circle(x, y, 4.2, palette.lamp);
      continue;
    }
    out += ellipse(x, y - 1.5, half * 1.25, 8, shade(palette.skin(looks.skin, 0, 0.36), -0.12), 0.45);
    if (open > 0) {
      out += path(
        d`M${x - half} ${y + outer}Q${x} ${y - open * 2} ${x + half} ${y - outer}Q${x} ${y + open * 1.35} ${x - half} ${y + outer}Z`,
        white,
      );
      out +=
        circle(x + turn * 3.4, y - 0.6, Math.min(4.4, open * 0.95), mix(line, looks.hair, 0.3)) +
        circle(x + turn * 3.4 + 1.3, y - 2.1, 1.2, white);
    }
    out += stroke(
      d`M${x - half * 1.06} ${y + outer}Q${x} ${y - open * 2 + (open === 0 ? 6 : 0)} ${x + half * 1.06} ${y - outer}`,
      line,
      looks.kind === 'woman' ? 2.8 : 2.2,
    );
    out += stroke(
      d`M${x - half * 1.25} ${y + brow + 1 + (hand < 0 ? tilt : -tilt) * 0.6 + (hand < 0 ? 1.4 : -0.6)}Q${x} ${y + brow - 4} ${x + half * 1.25} ${y + brow + 1 + (hand < 0 ? -tilt : tilt) * 0.6 + (hand < 0 ? -0.6 : 1.4)}`,
      hair,
      looks.kind === 'woman' ? 2.6 : 4,
    );
    if (looks.glasses)
      out +=
        stroke(d`M${x - 13} ${y}a13 11 0 1 0 26 0a13 11 0 1 0 -26 0`, line, 2.2) +
        (hand < 0 ? stroke(d`M${x + 13} ${y - 2}h${32 * squeeze - 26}`, line, 2.2) : '');
  }
  return out;
};

const noseAndMouth = ({ palette, looks, turn, mimic, side }: Bust): string => {
  if (looks.kind === 'robot') return stroke(d`M${turn * 12 - 14} 28h28M${turn * 12 - 14} 33h28`, palette.ink, 2);
  const [shadow, lip] = [
    palette.skin(looks.skin, 0, 0.16),
    palette.skin(mix(looks.skin, lch(0.5, 0.12, 20), looks.kind === 'woman' ? 0.62 : 0.3), 0, 0.4),
  ];
  const x = turn * 16;
  const nose =
    path(d`M${x - side * 2} -2Q${x - side * 9} 12 ${x - side * 8.5} 17Q${x} 22 ${x + side * 3} 17Z`, shadow, 0.5) +
    stroke(d`M${x - 5} 18q5 3.4 10 0`, shadow, 2);
  const [wide, bend, gape] = {
    plain: [10, 0.6, 0],
    smile: [14, 6, 2.6],
    sad: [10, -4, 0],
    fear: [7, -1, 6],
    stern: [11, -1.6, 0],
    shut: [9, 1, 0],
  }[mimic] as [number, number, number];
  const mx = turn * 14;
  const mouth =
    path(
      d`M${mx - wide} ${31 - bend * 0.3}Q${mx} ${26 + bend} ${mx + wide} ${31 - bend * 0.3}Q${mx} ${35 + bend + gape * 1.3} ${mx - wide} ${31 - bend * 0.3}Z`,
      lip,
    ) +
    stroke(d`M${mx - wide} ${31 - bend * 0.3}Q${mx} ${31 + bend} ${mx + wide} ${31 - bend * 0.3}`, palette.ink, 1.8);
  return nose + mouth + stroke(d`M${mx - 5} 40q5 2 10 0`, shadow, 1.6, 0.7);
};

const hairBack = ({ palette, looks }: Bust): string => {
  const colour = palette.tint(looks.hair, 0, 0.28);
  if (looks.headwear === 'hood' || looks.style === 'bald' || looks.headwear === 'helmet') return '';
  if (looks.style === 'long') return path(d`M-44 -20Q-62 60 -52 118Q0 138 52 118Q62 60 44 -20Q0 -76 -44 -20Z`, colour);
  if (looks.style === 'bob') return path(d`M-44 -20Q-54 26 -44 48Q0 60 44 48Q54 26 44 -20Q0 -78 -44 -20Z`, colour);
  if (looks.style === 'bun') return circle(0, -60, 19, colour) + path(d`M-41 -10Q-40 -58 0 -59Q40 -58 41 -10Z`, colour);
  return '';
};

const hairFront = ({ palette, looks, turn, side, random }: Bust): string => {
  if (looks.style === 'bald' || looks.headwear === 'hood' || looks.headwear === 'helmet') return '';
  const [colour, light] = [palette.tint(looks.hair, 0, 0.4), palette.tint(looks.hair, 0, 0.84)];
  const part = (turn >= 0 ? -1 : 1) * 14;
  const temple = looks.style === 'short' || looks.style === 'swept' ? -6 : 8;
  let out = '';
  if (looks.style === 'curly') {
    for (let i = 0; i < 15; i += 1) {
      const angle = Math.PI * (0.96 + (1.08 * i) / 14);
      out += circle(
        Math.cos(angle) * 37,
        Math.sin(angle) * 44 - 8,
        random.between(11, 16),
        i % 3 === 0 ? mix(colour, light, 0.3) : colour,
      );
    }
    return out + path(d`M-36 -24Q-20 -38 0 -34Q20 -40 36 -24Q40 -60 0 -62Q-40 -60 -36 -24Z`, colour);
  }
  const crown = looks.style === 'swept' ? -68 : -61;
  out += path(
    d`M-38 ${temple}Q-46 -34 -30 -50Q-8 ${crown - 4} 12 ${crown}Q44 -56 39 ${temple}Q35 -16 31 -27Q16 -29 ${part} -39Q-18 -26 -31 -24Q-36 -14 -38 ${temple}Z`,
    colour,
  );
  for (let i = 0; i < 5; i += 1)
    out += stroke(
      d`M${part + side * i * 4} ${-41 + i}Q${side * (16 + i * 4)} ${-54 + i * 2} ${side * (31 + i * 1.5)} ${-30 + i * 4}`,
      light,
      1.6,
      0.55,
    );
  return out;
};

const headgear = ({ palette, looks, turn }: Bust): string => {
  const cloth = palette.tint(looks.cloth, 0, 0.46);
  switch (looks.headwear) {
    case 'hat':
      return (
        path(d`M-40 -36Q-42 -86 -14 -84Q0 -76 14 -84Q42 -86 40 -36Z`, shade(cloth, -0.1)) +
        path(d`M-40 -50h80v12h-80Z`, shade(cloth, -0.5)) +
        path(d`M-66 -34Q0 -60 66 -34Q${turn * 20} -14 -66 -34Z`, shade(cloth, -0.22))
      );
    case 'hood':
      return (
        path(d`M-62 84Q-74 -60 0 -78Q74 -60 62 84L40 76Q52 -28 0 -44Q-52 -28 -40 76Z`, shade(cloth, -0.12)) +
        stroke(d`M-42 74Q-52 -28 0 -45Q52 -28 42 74`, shade(cloth, -0.5), 4)
      );
    case 'helmet':
      return (
        path(d`M-47 4Q-52 -64 0 -66Q52 -64 47 4L40 -6Q0 -22 -40 -6Z`, shade(cloth, 0.22)) +
        stroke(d`M-46 0Q0 -24 46 0`, shade(cloth, -0.4), 5) +
        path(d`M-34 -44Q-14 -62 6 -60Q-20 -48 -28 -26Z`, palette.key, 0.6)
      );
    case 'crown':
      return (
        path(d`M-36 -38L-42 -78L-20 -58L0 -86L20 -58L42 -78L36 -38Z`, palette.tint(lch(0.78, 0.13, 85), 0, 0.62)) +
        path(d`M-36 -46h72v9h-72Z`, palette.tint(lch(0.7, 0.13, 75), 0, 0.4))
      );
    case null:
      return '';
  }
};

/** The whole bust. The shadow side of the face lies away from the light. */
export const bust = (one: Bust): string => {
  const { palette, looks, turn, side, id } = one;
  const face = `${curve(facePoints(looks, turn))}Z`;
  const [skin, dark] = [palette.skin(looks.skin, 0, 0.6), palette.skin(looks.skin, 0, 0.2)];
  const ear = (hand: number): string =>
    turn * hand > 0.45
      ? ''
      : ellipse(hand * 37 + turn * 2, 4, 6.5, 12, hand === side ? skin : dark) +
        ellipse(hand * 37 + turn * 2, 4, 3, 7, dark, 0.7);
  const beard = looks.beard
    ? path(
        d`M-35 10Q-30 44 ${turn * 8} 58Q30 44 36 10Q30 24 ${turn * 14 + 16} 24Q${turn * 14} 19 ${turn * 14 - 16} 24Q-28 24 -35 10Z`,
        palette.tint(looks.hair, 0, 0.36),
      )
    : '';
  const lighting =
    path(
      d`M${-side * 60} -60H${-side * 12 + turn * 10}Q${-side * 3 + turn * 16} -10 ${-side * 7 + turn * 15} 18Q${-side * 12} 40 ${-side * 2} 60H${-side * 60}Z`,
      dark,
      0.62,
    ) +
    ellipse(side * 20 + turn * 10, 14, 11, 8, palette.skin(mix(looks.skin, lch(0.68, 0.12, 30), 0.3), 0, 0.66), 0.5) +
    path(
      d`M${side * 30} -44Q${side * 40} 0 ${side * 26} 40L${side * 44} 40V-50Z`,
      palette.skin(looks.skin, 0, 0.95),
      0.75,
    );
  return (
    hairBack(one) +
    path(d`M-19 30L-23 84Q0 104 23 84L19 30Z`, palette.skin(looks.skin, 0, 0.34)) +
    path(d`M-19 40Q${turn * 10} 74 19 40L20 58Q0 84 -20 58Z`, dark, 0.8) +
    shoulders(one) +
    ear(-1) +
    ear(1) +
    path(face, skin) +
    clipped(id(), face, lighting, beard) +
    stroke(face, palette.ink, 1.6, 0.55) +
    noseAndMouth(one) +
    eyes(one) +
    hairFront(one) +
    headgear(one)
  );
};
