/** Head and shoulders for closer shots. The head is 100 units tall, centred at 0,0; the shoulders run on below it. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import type { Palette } from '../../drawing/palette.ts';
import { clipped, curve, d, ellipse, path, type Point, stroke } from '../../drawing/svg.ts';
import { eyes, noseAndMouth } from './face.ts';
import { hairBack, hairFront, headgear } from './hair.ts';
import type { Garment } from '../../words/garments.ts';
import type { Looks } from './looks.ts';
import type { Bust } from './sitter.ts';

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
    [-wide * 1.12, 560],
  ])}L${String(wide * 1.12)} 560${curve([
    [wide * 1.12, 560],
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
    path(d`M${-side * wide * 1.12} 560V150Q${-side * wide} 100 ${-side * 30} 74L${-side * 6} 560Z`, dark, 0.6) +
    stroke(edge, lit, 6, 0.9);
  for (const fold of [-0.62, 0.58])
    out += stroke(d`M${wide * fold} 128q${-turn * 8} 60 ${-10 * Math.sign(fold)} 150`, dark, 4, 0.5);
  const skin = palette.skin(looks.skin, 0, 0.42);
  const white = palette.tint(lch(0.92, 0.01, 90), 0, 0.55);
  return out + COLLARS[looks.garment]({ palette, skin, white, cloth, dark });
};

type Cloth = {
  readonly palette: Palette;
  readonly skin: Colour;
  readonly white: Colour;
  readonly cloth: Colour;
  readonly dark: Colour;
};

/** The visible part of each garment at the neck. */
const COLLARS: Readonly<Record<Garment, (of: Cloth) => string>> = {
  suit: ({ palette, white, cloth }) =>
    path(d`M-26 70L0 168L26 70Z`, white) +
    path(d`M-7 84h14l6 70l-13 22l-13 -22Z`, palette.accent) +
    path(d`M-24 66L-46 104L-6 190L0 168ZM24 66L46 104L6 190L0 168Z`, shade(cloth, 0.12)),
  coat: ({ cloth, dark }) =>
    path(d`M-25 68L0 140L25 68Z`, shade(cloth, -0.45)) +
    path(d`M-26 58L-62 92L-20 172L-4 130ZM26 58L62 92L20 172L4 130Z`, shade(cloth, 0.14)) +
    stroke(d`M0 140V560`, dark, 4),
  dress: ({ palette, skin }) =>
    path(d`M-44 82Q-30 132 0 138Q30 132 44 82L26 66L-26 66Z`, skin) +
    stroke(d`M-26 82Q0 116 26 82`, palette.lamp, 2.5, 0.8),
  hoodie: ({ white, cloth }) =>
    path(d`M-30 60Q-64 84 -46 118Q0 150 46 118Q64 84 30 60Q0 96 -30 60Z`, shade(cloth, -0.2)) +
    stroke(d`M-12 118v44M12 118v44`, white, 3),
  shirt: ({ skin, cloth, dark }) =>
    path(d`M-22 70L0 104L22 70Z`, skin) +
    path(d`M-24 62L-40 84L-14 110L0 96ZM24 62L40 84L14 110L0 96Z`, shade(cloth, 0.16)) +
    stroke(d`M0 104V560`, dark, 2.5),
  jacket: ({ palette, cloth }) =>
    path(d`M-24 66Q0 96 24 66L28 92Q0 118 -28 92Z`, shade(cloth, 0.2)) +
    stroke(d`M0 108V560`, palette.tint(lch(0.7, 0.01, 250), 0, 0.6), 3.5),
  robe: ({ cloth }) => path(d`M-26 64L0 150L26 64L40 78L4 190L-4 190L-40 78Z`, shade(cloth, 0.16)),
};

/** The whole bust. The shadow side of the face is away from the light. */
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
        d`M-35 10Q-30 44 ${turn * 8} 58Q30 44 36 10Q30 24 ${turn * 14 + 16} 24Q${turn * 14} 19 ${turn * 14 - 16} 24
          Q-28 24 -35 10Z`,
        palette.tint(looks.hair, 0, 0.36),
      )
    : '';
  const lighting =
    path(
      d`M${-side * 60} -60H${-side * 12 + turn * 10}Q${-side * 3 + turn * 16} -10 ${-side * 7 + turn * 15} 18
        Q${-side * 12} 40 ${-side * 2} 60H${-side * 60}Z`,
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
    clipped(id(), path(face, skin), lighting, beard) +
    stroke(face, palette.ink, 1.6, 0.55) +
    noseAndMouth(one) +
    eyes(one) +
    hairFront(one) +
    headgear(one)
  );
};
