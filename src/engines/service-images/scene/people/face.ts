/** Eyes, nose and mouth of a bust. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, stroke } from '../../drawing/svg.ts';
import type { Bust, Mimic } from './sitter.ts';

const EYES: Readonly<Record<Mimic, readonly [open: number, brow: number, tilt: number]>> = {
  plain: [4.6, -11, 0],
  smile: [3.9, -12, 1],
  sad: [3.7, -11, 4],
  fear: [6.6, -16, 3],
  stern: [3.3, -8.5, -4],
  shut: [0, -11, 1.5],
};

export const eyes = ({ palette, looks, turn, mimic }: Bust): string => {
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
        d`M${x - half} ${y + outer}Q${x} ${y - open * 2} ${x + half} ${y - outer}
          Q${x} ${y + open * 1.35} ${x - half} ${y + outer}Z`,
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
    // Sad brows rise towards the nose, stern ones fall.
    const [outerBrow, innerBrow] = [y + brow + 2.4 + tilt * 0.6, y + brow + 0.4 - tilt * 0.6];
    const [leftBrow, rightBrow] = hand < 0 ? [outerBrow, innerBrow] : [innerBrow, outerBrow];
    out += stroke(
      d`M${x - half * 1.25} ${leftBrow}Q${x} ${y + brow - 4} ${x + half * 1.25} ${rightBrow}`,
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

export const noseAndMouth = ({ palette, looks, turn, mimic, side }: Bust): string => {
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
      d`M${mx - wide} ${31 - bend * 0.3}Q${mx} ${26 + bend} ${mx + wide} ${31 - bend * 0.3}
        Q${mx} ${35 + bend + gape * 1.3} ${mx - wide} ${31 - bend * 0.3}Z`,
      lip,
    ) +
    stroke(d`M${mx - wide} ${31 - bend * 0.3}Q${mx} ${31 + bend} ${mx + wide} ${31 - bend * 0.3}`, palette.ink, 1.8);
  return nose + mouth + stroke(d`M${mx - 5} 40q5 2 10 0`, shadow, 1.6, 0.7);
};
