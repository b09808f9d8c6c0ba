/** Backdrops out in the country: mountains, forest, sea, desert, snow, fields, a road. */
import type { Colour } from '../colour.ts';
import { lch, mix, shade } from '../colour.ts';
import type { Random } from '../random.ts';
import { circle, curve, d, ellipse, linear, path, poly, rect, stroke } from '../svg.ts';
import type { Point } from '../svg.ts';
import { sky } from './sky.ts';
import type { Stage } from './stage.ts';

const GREEN = lch(0.52, 0.1, 135);
const ROCK = lch(0.5, 0.03, 265);
const SAND = lch(0.76, 0.085, 72);
const SNOW = lch(0.95, 0.012, 240);
const WATER = lch(0.55, 0.075, 225);
const EARTH = lch(0.48, 0.05, 65);
const BARK = lch(0.33, 0.035, 55);

/** A ridge line from left to right; `rough` 0 is rolling, 1 is jagged. */
const ridge = (random: Random, w: number, base: number, height: number, peaks: number, rough: number): Point[] => {
  const points: Point[] = [];
  const steps = peaks * 6;
  const phases = [random.next(), random.next(), random.next()].map((phase) => phase * Math.PI * 2);
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const [p0 = 0, p1 = 0, p2 = 0] = phases;
    const rolling = 0.5 + 0.32 * Math.sin(t * peaks * Math.PI + p0) + 0.18 * Math.sin(t * peaks * 2.3 * Math.PI + p1);
    const jagged = Math.abs(((t * peaks + p2) % 1) * 2 - 1) ** 0.9;
    const lift = rolling * (1 - rough) + (0.35 * rolling + 0.65 * jagged) * rough + random.between(-0.06, 0.06) * rough;
    points.push([t * w, base - height * lift]);
  }
  return points;
};

const below = (points: readonly Point[], bottom: number, smooth: boolean): string => {
  const last = points.at(-1) ?? [0, 0];
  const line = smooth ? curve(points) : poly(points, false);
  return `${line}${d`L${last[0]} ${bottom}L${points[0]?.[0] ?? 0} ${bottom}Z`}`;
};

/** Ground from the horizon down, lighter far away, with strokes of the brush across it. */
export const ground = (stage: Stage, bare: Colour, marks = 60): string => {
  const { palette, w, h, horizon } = stage;
  const random = stage.random('ground');
  const id = stage.id();
  const local = stage.intent.weather.has('snow') && !stage.intent.interior ? mix(bare, SNOW, 0.8) : bare;
  let out =
    linear(id, [
      [0, palette.tint(local, 0.72, 0.6)],
      [0.35, palette.tint(local, 0.2, 0.52)],
      [1, palette.tint(local, 0, 0.3)],
    ]) + rect(0, horizon, w, h - horizon, { gradient: id });
  for (let i = 0; i < marks; i += 1) {
    const t = random.next() ** 0.7;
    const y = horizon + (h - horizon) * t;
    const length = (20 + 190 * t) * random.between(0.4, 1.2);
    const x = w * random.between(-0.05, 1.05);
    out += ellipse(
      x,
      y,
      length,
      1 + 4.5 * t * random.next(),
      palette.tint(local, 0.5 - 0.5 * t, random.between(0.12, 0.78)),
      0.42,
    );
  }
  return out;
};

/** Ranges one behind the other, paler with distance. */
const ranges = (stage: Stage, local: Colour, count: number, height: number, rough: number, capped: boolean): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('ranges');
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const t = (i + 1) / count;
    const depth = 0.88 - 0.62 * t;
    const points = ridge(random, w, horizon + 4, height * (1.15 - 0.62 * t), 2 + i, rough);
    out += path(below(points, h, rough < 0.5), palette.tint(local, depth, 0.35));
    if (rough < 0.5) continue;
    // The faces that look away from the light, then the snow on top.
    for (let k = 1; k < points.length - 1; k += 1) {
      const [before, at, after] = [points[k - 1], points[k], points[k + 1]];
      if (before === undefined || at === undefined || after === undefined || at[1] > before[1] || at[1] > after[1])
        continue;
      const drop = (horizon - at[1]) * 0.75;
      const toward = light.side;
      const face: Point[] = [
        at,
        [at[0] + toward * drop * 0.5, at[1] + drop * 0.72],
        [at[0] + toward * drop * 0.16, at[1] + drop],
        [at[0] - toward * drop * 0.06, at[1] + drop * 0.45],
      ];
      out += path(poly(face), palette.tint(shade(local, 0.12), depth, 0.78), 0.55);
      if (capped && horizon - at[1] > height * 0.35) {
        const cap = (horizon - at[1]) * 0.24;
        out += path(
          poly([
            at,
            [at[0] + cap * 0.62, at[1] + cap],
            [at[0] + cap * 0.22, at[1] + cap * 0.72],
            [at[0] - cap * 0.05, at[1] + cap * 1.1],
            [at[0] - cap * 0.3, at[1] + cap * 0.66],
            [at[0] - cap * 0.6, at[1] + cap * 0.96],
          ]),
          palette.tint(SNOW, depth * 0.8, 0.72),
          0.92,
        );
      }
    }
  }
  return out;
};

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
    d`M${x - height * 0.04} ${base}Q${x - height * 0.015} ${base - height * 0.3} ${x - height * 0.03} ${base - height * 0.55}L${x + height * 0.03} ${base - height * 0.55}Q${x + height * 0.015} ${base - height * 0.3} ${x + height * 0.05} ${base}Z`,
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

export const mountains = (stage: Stage): string =>
  sky(stage) +
  ranges(stage, ROCK, 4, stage.h * 0.42, 0.85, true) +
  ground(stage, mix(GREEN, EARTH, 0.35)) +
  firs(stage, 16, 0.1);

const firs = (stage: Stage, count: number, height: number): string => {
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

export const forest = (stage: Stage): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('forest');
  const conifers = random.chance(0.5);
  let out = sky(stage);
  for (let layer = 0; layer < 4; layer += 1) {
    const depth = 0.82 - layer * 0.24;
    const base = horizon + (h - horizon) * layer * 0.1 + 6;
    const height = h * (0.36 + layer * 0.2);
    const gap = w / (17 - layer * 3.6);
    if (layer === 3) out += ground(stage, mix(GREEN, EARTH, 0.45));
    for (let x = -gap; x < w + gap; x += gap * random.between(0.55, 1.25)) {
      // The clearing in the middle keeps the nearest trunks to the sides.
      if (layer === 3 && Math.abs(x / w - 0.5) < 0.3) continue;
      const size = height * random.between(0.75, 1.2);
      const leaf = palette.tint(mix(GREEN, EARTH, random.between(0, 0.3)), depth, 0.5);
      if (layer >= 2) {
        const width = size * random.between(0.028, 0.05);
        const trunk = palette.tint(BARK, depth, 0.4);
        out += path(
          d`M${x - width} ${base + size * 0.16}L${x - width * 0.6} ${base - size}L${x + width * 0.6} ${base - size}L${x + width * 1.2} ${base + size * 0.16}Z`,
          trunk,
        );
        out += path(
          d`M${x + light.side * width * 0.2} ${base + size * 0.14}L${x + light.side * width * 0.1} ${base - size}L${x + light.side * width * 0.6} ${base - size}L${x + light.side * width} ${base + size * 0.14}Z`,
          palette.tint(BARK, depth, 0.82),
          0.8,
        );
        if (conifers)
          for (let k = 0; k < 3; k += 1)
            out += ellipse(
              x + random.between(-40, 40),
              base - size * random.between(0.55, 1),
              size * 0.17,
              size * 0.05,
              leaf,
              0.9,
            );
      } else
        out += conifers
          ? conifer(x, base, size, leaf)
          : leafTree(random, x, base, size, leaf, palette.tint(GREEN, depth, 0.25), palette.tint(BARK, depth));
    }
  }
  // Canopy overhead and shafts of light.
  for (let i = 0; i < 26; i += 1) {
    out += ellipse(
      w * random.next(),
      h * random.between(-0.06, 0.09),
      w * random.between(0.05, 0.1),
      h * random.between(0.03, 0.08),
      palette.tint(GREEN, 0.05, random.between(0.1, 0.4)),
      0.95,
    );
  }
  if (stage.intent.time !== 'night') {
    for (let i = 0; i < 4; i += 1) {
      const x = light.x + random.between(-0.3, 0.3) * w;
      const lean = -light.side * w * 0.22;
      out += path(
        poly([
          [x, 0],
          [x + 40, 0],
          [x + lean + 130, h],
          [x + lean - 20, h],
        ]),
        palette.key,
        0.11,
      );
    }
  }
  for (let i = 0; i < 40; i += 1)
    out += tuft(
      random,
      w * random.next(),
      horizon + (h - horizon) * random.between(0.15, 1),
      palette.tint(GREEN, 0, random.between(0.15, 0.7)),
    );
  return out;
};

const tuft = (random: Random, x: number, y: number, colour: Colour): string => {
  const size = random.between(6, 18);
  return stroke(
    d`M${x} ${y}l${-size * 0.4} ${-size}M${x} ${y}l${size * 0.1} ${-size * 1.25}M${x} ${y}l${size * 0.5} ${-size * 0.9}`,
    colour,
    2,
    0.85,
  );
};

export const sea = (stage: Stage): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('sea');
  const id = stage.id();
  const shore = horizon + (h - horizon) * random.between(0.26, 0.42);
  let out =
    sky(stage) +
    (random.chance(0.5)
      ? path(
          below(ridge(random, w * 0.55, horizon + 2, h * 0.12, 2, 0.4), horizon + 2, true),
          palette.tint(ROCK, 0.72, 0.4),
        )
      : '') +
    linear(id, [
      [0, mix(palette.tint(WATER, 0.6, 0.6), palette.horizon, 0.3)],
      [0.5, palette.tint(WATER, 0.1, 0.45)],
      [1, palette.tint(shade(WATER, -0.2), 0, 0.3)],
    ]) +
    rect(0, horizon, w, h - horizon, { gradient: id });
  for (let i = 0; i < 90; i += 1) {
    const t = random.next();
    const y = horizon + (h - horizon) * t * t;
    const glint = random.chance(0.4);
    const x = glint ? light.x + random.between(-1, 1) * (30 + 160 * t) : w * random.next();
    out += ellipse(
      x,
      y,
      (8 + 70 * t) * random.between(0.3, 1),
      0.8 + 2.6 * t,
      glint ? shade(palette.key, 0.3) : palette.tint(WATER, 0.2, random.between(0.1, 0.9)),
      glint ? 0.7 : 0.5,
    );
  }
  const beach: Point[] = [];
  for (let i = 0; i <= 6; i += 1)
    beach.push([
      (w * i) / 6,
      shore + (h - shore) * (0.12 + 0.3 * (light.side > 0 ? i / 6 : 1 - i / 6)) + random.between(-14, 14),
    ]);
  const sand = palette.tint(SAND, 0, 0.55);
  out += path(
    below(
      beach.map(([x, y]) => [x, y - 16]),
      h,
      true,
    ),
    shade(palette.tint(WATER, 0.2, 0.7), 0.55),
    0.75,
  );
  out += path(below(beach, h, true), palette.tint(shade(SAND, -0.25), 0, 0.4));
  out += path(
    below(
      beach.map(([x, y]) => [x, y + 24]),
      h,
      true,
    ),
    sand,
  );
  for (let i = 0; i < 50; i += 1) {
    out += ellipse(
      w * random.next(),
      h - (h - shore) * 0.5 * random.next() ** 1.4,
      random.between(4, 44),
      random.between(0.8, 2.6),
      palette.tint(SAND, 0, random.between(0.15, 0.85)),
      0.5,
    );
  }
  return out;
};

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
    // The side of the dune that lies in shadow, down from its crest.
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
