/** Backdrops of open country: mountains, desert, snow, fields, a road. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import type { Random } from '../../../prompt/random.ts';
import { curve, d, path, type Point, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { below, ground, ranges, ridge, tuft } from './ground.ts';
import { BARK, EARTH, GREEN, ROCK, SAND, SNOW } from './materials.ts';
import { sky } from './sky.ts';
import { firs, leafTree } from './trees.ts';

export const mountains = (stage: Stage): string =>
  sky(stage) +
  ranges(stage, ROCK, 4, stage.h * 0.42, 0.85, true) +
  ground(stage, mix(GREEN, EARTH, 0.35)) +
  firs(stage, 16, 0.1);

export const desert = (stage: Stage): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('desert');
  let out = sky(stage);
  if (random.chance(0.6))
    out += path(
      below(mesa(random, w, horizon, h * 0.2), horizon + 4, false),
      palette.tint(lch(0.55, 0.1, 45), 0.62, 0.42),
    );
  out += ground(stage, SAND, 30);
  for (let i = 0; i < 4; i += 1) {
    const t = (i + 0.4) / 4;
    const base = horizon + (h - horizon) * t * 0.8;
    const crest = ridge(random, w, base, h * (0.06 + 0.08 * t), 1 + (i % 2), 0);
    out += path(below(crest, h, true), palette.tint(SAND, 0.55 - 0.5 * t, 0.62));
    // The side of the dune in shadow, down from its crest.
    const shadowed = crest.map(([x, y], k): Point => [x + light.side * -6, y + (k % 6) * (4 + 6 * t) + 8]);
    out += path(
      `${curve(crest)}${curve([...shadowed].reverse()).replace('M', 'L')}Z`,
      palette.tint(shade(SAND, -0.25), 0.45 - 0.4 * t, 0.22),
      0.6,
    );
    for (let k = 0; k < 10; k += 1) {
      const x = w * random.next();
      out += stroke(
        d`M${x} ${base + h * 0.07 * random.next()}q${30 * t + 12} ${-5} ${70 * t + 24} 0`,
        palette.tint(SAND, 0.3, 0.2),
        1.4,
        0.35,
      );
    }
  }
  return out;
};

const mesa = (random: Random, w: number, horizon: number, height: number): Point[] => {
  const points: Point[] = [[0, horizon]];
  let x = w * random.between(0, 0.1);
  while (x < w) {
    const width = w * random.between(0.06, 0.2);
    const top = horizon - height * random.between(0.3, 1);
    points.push(
      [x, horizon],
      [x + width * 0.14, top],
      [x + width * 0.5, top - 4],
      [x + width * 0.86, top + 3],
      [x + width, horizon],
    );
    x += width + w * random.between(0.02, 0.22);
  }
  points.push([Math.max(w, x), horizon]);
  return points;
};

export const snowfield = (stage: Stage): string => {
  const { palette, w, h, horizon } = stage;
  const random = stage.random('snowfield');
  let out = sky(stage) + ranges(stage, mix(ROCK, SNOW, 0.35), 3, h * 0.3, 0.7, true) + ground(stage, SNOW, 40);
  for (let i = 0; i < 3; i += 1) {
    const t = (i + 0.5) / 3;
    out += path(
      below(ridge(random, w, horizon + (h - horizon) * t, h * 0.05, 1 + i, 0), h, true),
      palette.tint(SNOW, 0.5 - 0.5 * t, 0.45 + 0.1 * i),
      0.75,
    );
  }
  return out + firs(stage, 22, 0.14);
};

export const field = (stage: Stage): string => {
  const { palette, w, h, horizon, vanish } = stage;
  const random = stage.random('field');
  const crop = random.pick([mix(GREEN, SAND, 0.35), GREEN, mix(SAND, GREEN, 0.25)]);
  let out = sky(stage) + ranges(stage, mix(GREEN, ROCK, 0.4), 3, h * 0.16, 0.1, false) + ground(stage, crop, 50);
  for (let i = -8; i <= 8; i += 1) {
    const x = vanish + i * w * 0.16;
    out += path(
      poly([
        [vanish + i * 7, horizon + 2],
        [vanish + i * 7 + 3, horizon + 2],
        [x + 34, h],
        [x, h],
      ]),
      palette.tint(shade(crop, -0.22), 0.1, 0.4),
      0.4,
    );
  }
  for (let i = 0; i < 12; i += 1) {
    const x = w * random.next();
    out += leafTree(
      random,
      x,
      horizon + 8,
      h * random.between(0.06, 0.13),
      palette.tint(GREEN, 0.55, 0.5),
      palette.tint(GREEN, 0.5, 0.2),
      palette.tint(BARK, 0.5),
    );
  }
  for (let i = 0; i < 90; i += 1)
    out += tuft(
      random,
      w * random.next(),
      horizon + (h - horizon) * random.between(0.3, 1.04),
      palette.tint(crop, 0, random.between(0.1, 0.85)),
    );
  return out;
};

export const road = (stage: Stage): string => {
  const { palette, w, h, horizon, vanish } = stage;
  const random = stage.random('road');
  const land = random.pick([mix(GREEN, SAND, 0.5), SAND, mix(GREEN, EARTH, 0.4)]);
  const asphalt = lch(0.42, 0.012, 265);
  const [left, right] = [w * random.between(-0.1, 0.16), w * random.between(0.84, 1.1)];
  let out = sky(stage) + ranges(stage, mix(ROCK, land, 0.3), 3, h * 0.17, 0.35, false) + ground(stage, land, 50);
  out += path(
    poly([
      [vanish - 6, horizon],
      [vanish + 6, horizon],
      [right, h],
      [left, h],
    ]),
    palette.tint(asphalt, 0.05, 0.42),
  );
  for (let i = 0; i < 7; i += 1) {
    const [t0, t1] = [(i / 7) ** 2, ((i + 0.5) / 7) ** 2];
    const y0 = horizon + (h - horizon) * t0;
    const y1 = horizon + (h - horizon) * t1;
    const middle = (left + right) / 2;
    const at = (t: number): number => vanish + (middle - vanish) * t;
    out += path(
      poly([
        [at(t0) - 1 - 7 * t0, y0],
        [at(t0) + 1 + 7 * t0, y0],
        [at(t1) + 1 + 7 * t1, y1],
        [at(t1) - 1 - 7 * t1, y1],
      ]),
      palette.tint(lch(0.9, 0.06, 90), 0, 0.7),
      0.9,
    );
  }
  for (let i = 0; i < 7; i += 1) {
    const t = ((i + 1) / 7) ** 2.2;
    const y = horizon + (h - horizon) * t * 0.8;
    const tall = 12 + h * 0.62 * t;
    const x = vanish + (left - vanish) * t * 1.18 - 8;
    const pole = palette.tint(BARK, 0.5 - 0.5 * t, 0.25);
    out +=
      rect(x, y - tall, 1.4 + 6 * t, tall, pole) + rect(x - tall * 0.09, y - tall * 0.9, tall * 0.2, 1 + 4 * t, pole);
  }
  for (let i = 0; i < 50; i += 1) {
    const x = w * random.next();
    const y = horizon + (h - horizon) * random.between(0.2, 1);
    const t = (y - horizon) / (h - horizon);
    if (x < vanish + (left - vanish) * t - 10 || x > vanish + (right - vanish) * t + 10)
      out += tuft(random, x, y, palette.tint(land, 0, random.between(0.1, 0.8)));
  }
  return out;
};
