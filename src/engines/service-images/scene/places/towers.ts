/** Towers and the backdrop that is made of them: a skyline over water or over roofs. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import type { Random } from '../../../prompt/random.ts';
import { d, ellipse, path, rect } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { ground } from './ground.ts';
import { BRICK, CONCRETE, GLASS, PLASTER } from './materials.ts';
import { sky } from './sky.ts';

export const lampsLit = ({ intent }: Stage): boolean =>
  intent.time === 'night' || intent.time === 'dusk' || intent.moods.has('neon');

/** Rows of windows on a flat front. */
const windows = (
  stage: Stage,
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  depth: number,
  wall: Colour,
): string => {
  const lit = lampsLit(stage) ? 0.42 : 0.1;
  const pitch = Math.max(9, width / Math.round(Math.max(3, width / 22)));
  let dark = '';
  let bright = '';
  for (let wy = y + pitch * 0.7; wy < y + height - pitch * 0.6; wy += pitch * 1.35) {
    for (let wx = x + pitch * 0.3; wx < x + width - pitch * 0.6; wx += pitch) {
      const pane = d`M${wx} ${wy}h${pitch * 0.48}v${pitch * 0.72}h${-pitch * 0.48}Z`;
      if (random.chance(lit)) bright += pane;
      else if (random.chance(0.85)) dark += pane;
    }
  }
  const { palette } = stage;
  return (
    path(dark, mix(palette.tint(GLASS, depth, 0.22), shade(wall, -0.3), 0.4), 0.8) +
    path(bright, mix(palette.lamp, palette.horizon, depth * 0.45))
  );
};

export const towers = (stage: Stage, layers: number, height: number, base: number): string => {
  const { palette, w, light } = stage;
  const random = stage.random('towers');
  let out = '';
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layers === 1 ? 0.4 : 0.85 - (0.66 * layer) / (layers - 1);
    const tall = height * (1.2 - 0.32 * layer);
    let x = -w * 0.04;
    while (x < w) {
      const width = w * random.between(0.035, 0.085) * (0.8 + layer * 0.35);
      const top = base - tall * random.between(0.28, 1) * (1 - 0.3 * Math.abs(x / w - 0.5));
      const wall = palette.tint(random.pick([CONCRETE, CONCRETE, GLASS, BRICK]), depth, random.between(0.3, 0.5));
      out += rect(x, top, width, base - top + 4, wall);
      out += rect(light.side > 0 ? x : x + width * 0.68, top, width * 0.32, base - top + 4, shade(wall, -0.22), 0.8);
      if (random.chance(0.3)) out += rect(x + width * 0.44, top - tall * 0.1, 2.5, tall * 0.1, wall);
      if (random.chance(0.3)) out += rect(x + width * 0.2, top - 12, width * 0.5, 13, wall);
      if (layer > 0) out += windows(stage, random, x, top, width, base - top, depth, wall);
      x += width * random.between(0.9, 1.3);
    }
  }
  return out;
};

export const skyline = (stage: Stage): string => {
  const { h, horizon } = stage;
  const random = stage.random('skyline');
  const water = random.chance(0.5);
  const floor = water ? lch(0.5, 0.05, 235) : CONCRETE;
  const out =
    sky(stage) +
    towers(stage, 3, Math.min(h * 0.5, horizon * 0.86), horizon + 6) +
    ground(stage, floor, water ? 20 : 44);
  return out + (water ? reflections(stage, random, floor) : roofs(stage, random));
};

/** The lights of the towers in the water, drawn down and broken by ripples. */
const reflections = ({ palette, w, h, horizon, light }: Stage, random: Random, floor: Colour): string => {
  let out = '';
  for (let i = 0; i < 30; i += 1) {
    const x = w * random.next();
    const colour = random.chance(0.4) ? palette.lamp : palette.tint(CONCRETE, 0.3, random.between(0.1, 0.4));
    for (let k = 0; k < 6; k += 1) {
      const t = ((k + random.next()) / 7) ** 1.3 * random.between(0.5, 1);
      out += rect(
        x + random.between(-8, 8),
        horizon + (h - horizon) * t,
        random.between(8, 40),
        2 + 6 * t,
        colour,
        0.42 * (1 - t) + 0.1,
      );
    }
  }
  for (let i = 0; i < 60; i += 1) {
    const t = random.next();
    const shiny = random.chance(0.4);
    const x = shiny ? light.x + random.between(-0.2, 0.2) * w * (0.3 + t) : w * random.next();
    out += ellipse(
      x,
      horizon + (h - horizon) * t,
      (8 + 60 * t) * random.next(),
      1 + 2 * t,
      shiny ? palette.key : palette.tint(floor, 0.3, random.between(0.1, 0.9)),
      0.5,
    );
  }
  return out;
};

/** Nearer roofs that we look over. */
const roofs = (stage: Stage, random: Random): string => {
  const { palette, w, h, horizon } = stage;
  let out = '';
  for (let row = 0; row < 3; row += 1) {
    const base = horizon + (h - horizon) * (0.34 + 0.36 * row);
    for (let x = -w * 0.05; x < w;) {
      const width = w * random.between(0.05, 0.1) * (1 + row * 0.6);
      const tall = (h - horizon) * random.between(0.16, 0.34) * (1 + row * 0.3);
      const wall = palette.tint(random.pick([CONCRETE, BRICK, PLASTER]), 0.4 - row * 0.18, random.between(0.24, 0.42));
      out +=
        rect(x, base - tall, width, h - base + tall, wall) + rect(x, base - tall, width, 6 + row * 3, shade(wall, 0.2));
      out += windows(stage, random, x, base - tall + 8, width, tall * 1.2, 0.3 - row * 0.12, wall);
      if (random.chance(0.4))
        out += rect(x + width * 0.6, base - tall - 16 - row * 6, width * 0.18, 18 + row * 6, shade(wall, -0.25));
      x += width * random.between(0.98, 1.2);
    }
  }
  return out;
};
