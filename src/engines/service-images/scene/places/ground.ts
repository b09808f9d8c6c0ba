/** Land: ridges, ranges, the ground and its low plants. */
import { type Colour, mix, shade } from '../../drawing/colour.ts';
import type { Random } from '../../../prompt/random.ts';
import { curve, d, ellipse, linear, path, type Point, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { SNOW } from './materials.ts';

/** A ridge line from left to right; `rough` 0 is rolling, 1 is jagged. */
export const ridge = (
  random: Random,
  w: number,
  base: number,
  height: number,
  peaks: number,
  rough: number,
): Point[] => {
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

export const below = (points: readonly Point[], bottom: number, smooth: boolean): string => {
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
export const ranges = (
  stage: Stage,
  local: Colour,
  count: number,
  height: number,
  rough: number,
  capped: boolean,
): string => {
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

export const tuft = (random: Random, x: number, y: number, colour: Colour): string => {
  const size = random.between(6, 18);
  return stroke(
    d`M${x} ${y}l${-size * 0.4} ${-size}M${x} ${y}l${size * 0.1} ${-size * 1.25}M${x} ${y}
      l${size * 0.5} ${-size * 0.9}`,
    colour,
    2,
    0.85,
  );
};
