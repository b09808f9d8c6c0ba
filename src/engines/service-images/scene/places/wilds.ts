/** Backdrops of forest and sea. */
import { mix, shade } from '../../drawing/colour.ts';
import { d, ellipse, linear, path, type Point, poly, rect } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { below, ground, ridge, tuft } from './ground.ts';
import { BARK, EARTH, GREEN, ROCK, SAND, WATER } from './materials.ts';
import { sky } from './sky.ts';
import { conifer, leafTree } from './trees.ts';

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
          d`M${x - width} ${base + size * 0.16}L${x - width * 0.6} ${base - size}L${x + width * 0.6} ${base - size}
            L${x + width * 1.2} ${base + size * 0.16}Z`,
          trunk,
        );
        out += path(
          d`M${x + light.side * width * 0.2} ${base + size * 0.14}L${x + light.side * width * 0.1} ${base - size}
            L${x + light.side * width * 0.6} ${base - size}L${x + light.side * width} ${base + size * 0.14}Z`,
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
