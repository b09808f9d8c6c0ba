/** Trees, of two kinds. */
import { type Colour, mix } from '../../drawing/colour.ts';
import type { Random } from '../../../prompt/random.ts';
import { circle, d, path } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { GREEN, ROCK } from './materials.ts';

export const conifer = (x: number, base: number, height: number, colour: Colour): string => {
  const half = height * 0.19;
  let out = '';
  for (let i = 0; i < 4; i += 1) {
    const top = base - height + i * height * 0.2;
    const width = half * (0.42 + i * 0.22);
    out += d`M${x} ${top}L${x + width} ${top + height * 0.3}L${x - width} ${top + height * 0.3}Z`;
  }
  return path(out + d`M${x - height * 0.02} ${base}h${height * 0.04}v${-height * 0.16}h${-height * 0.04}Z`, colour);
};

export const leafTree = (
  random: Random,
  x: number,
  base: number,
  height: number,
  leaf: Colour,
  dark: Colour,
  trunk: Colour,
): string => {
  let out = path(
    d`M${x - height * 0.04} ${base}
      Q${x - height * 0.015} ${base - height * 0.3} ${x - height * 0.03} ${base - height * 0.55}
      L${x + height * 0.03} ${base - height * 0.55}
      Q${x + height * 0.015} ${base - height * 0.3} ${x + height * 0.05} ${base}Z`,
    trunk,
  );
  const blobs: (readonly [number, number, number])[] = [];
  for (let i = 0; i < 7; i += 1) {
    const angle = (i / 7) * Math.PI * 2 + random.next();
    blobs.push([
      x + Math.cos(angle) * height * 0.2,
      base - height * 0.68 + Math.sin(angle) * height * 0.17,
      height * random.between(0.13, 0.2),
    ]);
  }
  for (const [bx, by, radius] of blobs) out += circle(bx, by + radius * 0.18, radius, dark);
  for (const [bx, by, radius] of blobs) out += circle(bx - radius * 0.12, by - radius * 0.16, radius * 0.82, leaf);
  return out;
};

export const firs = (stage: Stage, count: number, height: number): string => {
  const { palette, w, h, horizon } = stage;
  const random = stage.random('firs');
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const t = random.next() * 0.25;
    const y = horizon + (h - horizon) * t;
    out += conifer(
      w * random.next(),
      y + 4,
      h * height * (0.6 + t * 3) * random.between(0.7, 1.3),
      palette.tint(mix(GREEN, ROCK, 0.3), 0.55 - t, 0.22),
    );
  }
  return out;
};
