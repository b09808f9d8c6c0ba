/** Hair and headgear of a bust. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, path, stroke } from '../../drawing/svg.ts';
import type { Palette } from '../../drawing/palette.ts';
import type { Headwear } from '../../words/garments.ts';
import type { Bust } from './sitter.ts';

export const hairBack = ({ palette, looks }: Bust): string => {
  const colour = palette.tint(looks.hair, 0, 0.28);
  if (looks.headwear === 'hood' || looks.style === 'bald' || looks.headwear === 'helmet') return '';
  if (looks.style === 'long') return path(d`M-44 -20Q-62 60 -52 118Q0 138 52 118Q62 60 44 -20Q0 -76 -44 -20Z`, colour);
  if (looks.style === 'bob') return path(d`M-44 -20Q-54 26 -44 48Q0 60 44 48Q54 26 44 -20Q0 -78 -44 -20Z`, colour);
  if (looks.style === 'bun') return circle(0, -60, 19, colour) + path(d`M-41 -10Q-40 -58 0 -59Q40 -58 41 -10Z`, colour);
  return '';
};

export const hairFront = ({ palette, looks, turn, side, random }: Bust): string => {
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
    d`M-38 ${temple}Q-46 -34 -30 -50Q-8 ${crown - 4} 12 ${crown}Q44 -56 39 ${temple}Q35 -16 31 -27Q16 -29 ${part} -39
      Q-18 -26 -31 -24Q-36 -14 -38 ${temple}Z`,
    colour,
  );
  for (let i = 0; i < 5; i += 1)
    out += stroke(
      d`M${part + side * i * 4} ${-41 + i}
        Q${side * (16 + i * 4)} ${-54 + i * 2} ${side * (31 + i * 1.5)} ${-30 + i * 4}`,
      light,
      1.6,
      0.55,
    );
  return out;
};

const GEAR: Readonly<Record<Headwear, (cloth: Colour, palette: Palette, turn: number) => string>> = {
  hat: (cloth, _palette, turn) =>
    path(d`M-40 -36Q-42 -86 -14 -84Q0 -76 14 -84Q42 -86 40 -36Z`, shade(cloth, -0.1)) +
    path(d`M-40 -50h80v12h-80Z`, shade(cloth, -0.5)) +
    path(d`M-66 -34Q0 -60 66 -34Q${turn * 20} -14 -66 -34Z`, shade(cloth, -0.22)),
  hood: (cloth) =>
    path(d`M-62 84Q-74 -60 0 -78Q74 -60 62 84L40 76Q52 -28 0 -44Q-52 -28 -40 76Z`, shade(cloth, -0.12)) +
    stroke(d`M-42 74Q-52 -28 0 -45Q52 -28 42 74`, shade(cloth, -0.5), 4),
  helmet: (cloth, palette) =>
    path(d`M-47 4Q-52 -64 0 -66Q52 -64 47 4L40 -6Q0 -22 -40 -6Z`, shade(cloth, 0.22)) +
    stroke(d`M-46 0Q0 -24 46 0`, shade(cloth, -0.4), 5) +
    path(d`M-34 -44Q-14 -62 6 -60Q-20 -48 -28 -26Z`, palette.key, 0.6),
  crown: (_cloth, palette) =>
    path(d`M-36 -38L-42 -78L-20 -58L0 -86L20 -58L42 -78L36 -38Z`, palette.tint(lch(0.78, 0.13, 85), 0, 0.62)) +
    path(d`M-36 -46h72v9h-72Z`, palette.tint(lch(0.7, 0.13, 75), 0, 0.4)),
};

export const headgear = ({ palette, looks, turn }: Bust): string =>
  looks.headwear === null ? '' : GEAR[looks.headwear](palette.tint(looks.cloth, 0, 0.46), palette, turn);
