/** Backdrops among houses: street, alley, rooftop. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, path, type Point, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { ground } from './ground.ts';
import { ASPHALT, BRICK, CONCRETE, GLASS, PLASTER } from './materials.ts';
import { glow, sky } from './sky.ts';
import { lampsLit, towers } from './towers.ts';

type Wall = { readonly side: -1 | 1; readonly near: number; readonly tall: number };

/** Fronts that run to the vanishing point on one side. */
const fronts = (stage: Stage, { side, near, tall }: Wall, count: number): string => {
  const { palette, h, horizon, vanish } = stage;
  const random = stage.random(`fronts ${String(side)}`);
  const lit = stage.light.side === side ? 0.3 : 0.62;
  const at = (t: number, height: number): Point => {
    const k = t ** 1.6;
    return [vanish + side * (14 + near * k), horizon + (h - horizon) * 1.15 * k - height * (0.05 + k)];
  };
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const [t0, t1] = [(i + 0.4) / count, (i + 1.4) / count];
    const depth = Math.max(0, 0.8 - 0.85 * t1);
    const height = tall * random.between(0.75, 1.2);
    const wall = palette.tint(random.pick([BRICK, PLASTER, CONCRETE, mix(BRICK, PLASTER, 0.5)]), depth, lit);
    out += path(poly([at(t0, 0), at(t1, 0), at(t1, height), at(t0, height)]), wall);
    out += path(
      poly([at(t0, height), at(t1, height), at(t1, height * 0.965), at(t0, height * 0.965)]),
      shade(wall, 0.16),
    );
    for (let row = 0; row < 5; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        const [u0, u1] = [t0 + ((t1 - t0) * (column + 0.2)) / 3, t0 + ((t1 - t0) * (column + 0.72)) / 3];
        const [v0, v1] = [height * (0.26 + row * 0.15), height * (0.35 + row * 0.15)];
        const shining = random.chance(lampsLit(stage) ? 0.38 : 0.1);
        out += path(
          poly([at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)]),
          shining
            ? mix(palette.lamp, palette.horizon, depth * 0.4)
            : mix(palette.tint(GLASS, depth, 0.3), shade(wall, -0.45), 0.55),
        );
      }
    }
    const shop = random.chance(0.6);
    const front = shop && lampsLit(stage) ? palette.lamp : shade(wall, -0.4);
    out += path(
      poly([at(t0 + 0.02, 0), at(t1 - 0.02, 0), at(t1 - 0.02, height * 0.17), at(t0 + 0.02, height * 0.17)]),
      front,
      0.85,
    );
    if (shop)
      out += path(
        poly([at(t0, height * 0.16), at(t1, height * 0.16), at(t1, height * 0.21), at(t0, height * 0.21)]),
        mix(palette.accent, wall, random.between(0, 0.5)),
      );
    if (random.chance(0.45)) {
      const [x, y] = at(t1, height * random.between(0.3, 0.6));
      const size = 26 * t1 ** 1.6 + 4;
      out += rect(
        side > 0 ? x - size : x,
        y - size * 1.4,
        size,
        size * 1.9,
        lampsLit(stage) ? palette.accent : mix(palette.accent, wall, 0.4),
        1,
        3,
      );
      if (lampsLit(stage)) out += glow(stage, x - (side * size) / 2, y, size * 2.6, palette.accent, 0.5);
    }
  }
  return out;
};

const streetFloor = (stage: Stage, left: number, right: number): string => {
  const { palette, w, h, horizon, vanish, intent } = stage;
  const random = stage.random('street floor');
  const wet = intent.weather.has('rain') || intent.weather.has('storm');
  let out = ground(stage, ASPHALT, 34);
  for (const edge of [left, right]) {
    const side = Math.sign(edge - vanish);
    out += path(
      poly([
        [vanish + side * 5, horizon],
        [edge, h],
        [edge + side * 260, h],
        [vanish + side * 16, horizon],
      ]),
      palette.tint(CONCRETE, 0.1, 0.55),
    );
    out += path(
      poly([
        [vanish + side * 5, horizon],
        [edge, h],
        [edge + side * 12, h],
        [vanish + side * 6, horizon],
      ]),
      palette.tint(CONCRETE, 0, 0.85),
      0.8,
    );
  }
  if (!wet) return out;
  for (let i = 0; i < 16; i += 1) {
    const t = random.next();
    const y = horizon + (h - horizon) * t;
    const colour = random.pick([palette.lamp, palette.horizon, palette.accent]);
    out += ellipse(w * random.next(), y, 20 + 130 * t * random.next(), 2 + 9 * t, colour, 0.42);
    out += rect(w * random.next(), y, 2 + 8 * t, 30 + 90 * t, colour, 0.2);
  }
  return out;
};

const streetLamps = (stage: Stage, edge: number): string => {
  const { palette, h, horizon, vanish } = stage;
  const side = Math.sign(edge - vanish);
  let out = '';
  for (const t of [0.12, 0.3, 0.62]) {
    const x = vanish + (edge - vanish) * t * 1.12;
    const y = horizon + (h - horizon) * t;
    const tall = 20 + h * 0.6 * t;
    const pole = palette.tint(lch(0.3, 0.01, 260), 0.4 * (1 - t), 0.3);
    out += stroke(
      d`M${x} ${y}V${y - tall}q0 ${-tall * 0.08} ${-side * tall * 0.16} ${-tall * 0.08}`,
      pole,
      1.5 + 6 * t,
    );
    const [lx, ly] = [x - side * tall * 0.17, y - tall * 1.06];
    out += ellipse(lx, ly, 4 + 14 * t, 2 + 6 * t, palette.lamp);
    if (lampsLit(stage))
      out +=
        glow(stage, lx, ly, 30 + 190 * t, palette.lamp, 0.55) + glow(stage, lx, y + 6, 20 + 120 * t, palette.lamp, 0.2);
  }
  return out;
};

export const street = (stage: Stage): string => {
  const { w, h } = stage;
  const random = stage.random('street');
  const [left, right] = [w * random.between(-0.05, 0.12), w * random.between(0.88, 1.05)];
  return (
    sky(stage) +
    towers(stage, 2, h * 0.34, stage.horizon + 6) +
    streetFloor(stage, left, right) +
    fronts(stage, { side: -1, near: w * 0.72, tall: h * random.between(0.9, 1.3) }, 5) +
    fronts(stage, { side: 1, near: w * 0.72, tall: h * random.between(0.9, 1.3) }, 5) +
    streetLamps(stage, random.chance(0.5) ? left : right)
  );
};

export const alley = (stage: Stage): string => {
  const { palette, w, h, horizon, vanish } = stage;
  const random = stage.random('alley');
  const near = Math.min(w, h) * 0.5;
  let out =
    sky(stage) + towers(stage, 1, h * 0.3, horizon + 4) + streetFloor(stage, vanish - near * 0.8, vanish + near * 0.8);
  out += fronts(stage, { side: -1, near, tall: h * 1.7 }, 4) + fronts(stage, { side: 1, near, tall: h * 1.7 }, 4);
  for (let i = 0; i < 4; i += 1) {
    const t = 0.3 + i * 0.2;
    const y = horizon - h * 0.55 * t;
    out += stroke(
      d`M${vanish - near * t} ${y}Q${vanish} ${y + 44 * t} ${vanish + near * t} ${y - 10}`,
      palette.ink,
      1 + 2 * t,
      0.8,
    );
    if (random.chance(0.6))
      for (let k = -2; k <= 2; k += 1)
        out += rect(
          vanish + k * near * t * 0.3,
          y + 24 * t,
          20 * t,
          28 * t,
          palette.tint(random.pick([PLASTER, BRICK, GLASS]), 0.2, 0.5),
        );
  }
  out += glow(stage, vanish, horizon, h * 0.36, lampsLit(stage) ? palette.lamp : palette.key, 0.42);
  return out + steam(stage);
};

const steam = (stage: Stage): string => {
  const random = stage.random('steam');
  const x = stage.vanish + random.side() * stage.w * 0.14;
  let out = '';
  for (let i = 0; i < 7; i += 1)
    out += circle(x + random.between(-30, 30), stage.h * (0.92 - i * 0.075), 22 + i * 8, stage.palette.horizon, 0.08);
  return out;
};

export const rooftop = (stage: Stage): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('rooftop');
  const edge = horizon + (h - horizon) * 0.3;
  let out = sky(stage) + towers(stage, 3, h * 0.42, edge + 6);
  const deck = palette.tint(CONCRETE, 0, 0.42);
  out +=
    rect(0, edge, w, h - edge, deck) +
    rect(0, edge - 12, w, 26, palette.tint(CONCRETE, 0.05, 0.66)) +
    rect(0, edge + 14, w, 12, shade(deck, -0.4), 0.7);
  for (let i = 0; i < 40; i += 1)
    out += ellipse(
      w * random.next(),
      edge + 30 + (h - edge) * random.next(),
      random.between(10, 120),
      random.between(1, 5),
      palette.tint(CONCRETE, 0, random.between(0.1, 0.75)),
      0.35,
    );
  for (let i = 0; i < 3; i += 1) {
    const x = w * random.between(0, 0.95);
    const [bw, bh] = [w * random.between(0.06, 0.13), h * random.between(0.08, 0.2)];
    const box = palette.tint(random.pick([CONCRETE, BRICK]), 0.08, 0.48);
    out +=
      rect(x, edge - bh + 24, bw, bh, box) +
      rect(light.side > 0 ? x : x + bw * 0.66, edge - bh + 24, bw * 0.34, bh, shade(box, -0.3), 0.8);
    out += stroke(d`M${x + bw * 0.5} ${edge - bh + 24}v${-h * 0.09}m${-16} 12h32`, palette.ink, 3);
  }
  return out;
};
