/** Backdrops under other roofs: corridor, hall, cave, studio. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, ellipse, hollow, linear, path, type Point, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { STONE, WOOD } from './materials.ts';
import { backWall, type Box, shell } from './shell.ts';
import { glow } from './sky.ts';

export const corridor = (stage: Stage): string => {
  const random = stage.random('corridor');
  const { palette, w, h, vanish } = stage;
  const y = h * random.between(0.44, 0.52);
  const wall = random.pick([lch(0.66, 0.02, 200), lch(0.62, 0.04, 90), lch(0.58, 0.02, 260)]);
  const reach = Math.max(w, h) * 0.62;
  const at = (k: number): Box => ({
    left: vanish - reach * k * 0.9,
    right: vanish + reach * k * 0.9,
    top: y - reach * k * 0.72,
    floor: y + reach * k * 0.72,
  });
  const end = at(0.13);
  let out = rect(0, 0, w, h, palette.tint(wall, 0, 0.3));
  for (let i = 7; i >= 1; i -= 1) {
    const [near, far] = [at(0.13 + (i / 7) ** 2.1 * 1.4), at(0.13 + ((i - 1) / 7) ** 2.1 * 1.4)];
    const depth = 0.5 * (1 - i / 7);
    const bright = i % 2 === 0 ? 0.62 : 0.4;
    out += path(
      poly([
        [near.left, near.top],
        [near.left, near.floor],
        [far.left, far.floor],
        [far.left, far.top],
      ]),
      palette.tint(wall, depth, bright - 0.1 * stage.light.side),
    );
    out += path(
      poly([
        [near.right, near.top],
        [near.right, near.floor],
        [far.right, far.floor],
        [far.right, far.top],
      ]),
      palette.tint(wall, depth, bright + 0.1 * stage.light.side),
    );
    out += path(
      poly([
        [near.left, near.floor],
        [near.right, near.floor],
        [far.right, far.floor],
        [far.left, far.floor],
      ]),
      palette.tint(shade(wall, -0.28), depth, i % 2 === 0 ? 0.55 : 0.42),
    );
    out += path(
      poly([
        [near.left, near.top],
        [near.right, near.top],
        [far.right, far.top],
        [far.left, far.top],
      ]),
      palette.tint(shade(wall, -0.1), depth, 0.34),
    );
    const [a, b] = [0.36, 0.64];
    const lamp = (box: Box, share: number): Point => [box.left + (box.right - box.left) * share, box.top];
    if (i % 2 === 0)
      out += path(poly([lamp(near, a), lamp(near, b), lamp(far, b), lamp(far, a)]), shade(palette.lamp, 0.3), 0.95);
    if (i % 2 === 1 && i > 1) {
      const side = random.chance(0.5) ? 'left' : 'right';
      const [nx, fx] = [near[side] + (far[side] - near[side]) * 0.25, near[side] + (far[side] - near[side]) * 0.75];
      const [ny, fy] = [near.floor + (far.floor - near.floor) * 0.25, near.floor + (far.floor - near.floor) * 0.75];
      const tall = 0.66;
      out += path(
        poly([
          [nx, ny],
          [fx, fy],
          [fx, fy - (fy - y) * 2 * tall],
          [nx, ny - (ny - y) * 2 * tall],
        ]),
        palette.tint(mix(WOOD, palette.accent, 0.3), depth, 0.4),
      );
    }
  }
  out +=
    rect(end.left, end.top, end.right - end.left, end.floor - end.top, palette.lamp, 0.9) +
    glow(stage, vanish, y, reach * 0.42, palette.lamp, 0.55);
  return out;
};

export const hall = (stage: Stage): string => {
  const random = stage.random('hall');
  const { palette, h, light } = stage;
  const box = backWall(stage, random.between(0.42, 0.56));
  const wide = box.right - box.left;
  const tall = box.floor - box.top;
  let out = shell(stage, { ...box, top: h * 0.02 }, STONE, lch(0.5, 0.03, 60));
  for (let i = 0; i < 3; i += 1) {
    const x = box.left + wide * (0.1 + i * 0.29);
    const arch = d`M${x} ${box.floor - tall * 0.18}V${box.top + tall * 0.34}
      Q${x + wide * 0.11} ${box.top} ${x + wide * 0.22} ${box.top + tall * 0.34}V${box.floor - tall * 0.18}Z`;
    out +=
      path(arch, mix(palette.horizon, palette.key, 0.5)) +
      stroke(
        d`M${x + wide * 0.11} ${box.top + tall * 0.16}V${box.floor - tall * 0.18}M${x} ${box.top + tall * 0.5}
          h${wide * 0.22}`,
        palette.tint(STONE, 0, 0.2),
        4,
      );
    out += path(
      poly([
        [x, box.top + tall * 0.3],
        [x + wide * 0.22, box.top + tall * 0.3],
        [x + wide * 0.3 - light.side * 190, h],
        [x - light.side * 190 - 60, h],
      ]),
      palette.key,
      0.12,
    );
  }
  for (let i = 3; i >= 0; i -= 1) {
    const k = 1 + (3 - i) * 0.52;
    const thick = 20 * k;
    for (const side of [-1, 1]) {
      const x = stage.vanish + side * (wide * 0.5 + 40) * k;
      const base = box.floor + (h - box.floor) * (0.1 + (3 - i) * 0.3);
      const column = palette.tint(STONE, 0.3 - (3 - i) * 0.1, light.side === side ? 0.28 : 0.52);
      out +=
        rect(x - thick, -20, thick * 2, base + 20, column) +
        rect(
          x - thick * light.side * 0.9 - (light.side > 0 ? 0 : thick * 0.5),
          -20,
          thick * 0.5,
          base + 20,
          shade(column, -0.4),
          0.6,
        );
      out +=
        rect(x - thick * 1.4, base - thick * 0.7, thick * 2.8, thick * 0.7, shade(column, -0.12)) +
        rect(x - thick * 1.4, h * 0.06 - thick, thick * 2.8, thick * 0.7, shade(column, 0.12));
    }
  }
  return out;
};

export const cave = (stage: Stage): string => {
  const { palette, w, h, vanish, horizon } = stage;
  const random = stage.random('cave');
  const rock = lch(0.44, 0.03, 50);
  const y = Math.min(horizon, h * 0.56);
  const size = Math.min(w, h);
  let out =
    rect(0, 0, w, h, palette.tint(rock, 0.4, 0.6)) +
    glow(stage, vanish, y, size * 0.8, palette.key, 0.85) +
    ellipse(vanish, y, size * 0.16, size * 0.2, shade(palette.key, 0.4));
  for (let ring = 0; ring < 5; ring += 1) {
    const k = 0.24 + ring * 0.2;
    const mouth: Point[] = [];
    for (let i = 0; i < 22; i += 1) {
      const angle = (i / 22) * Math.PI * 2;
      const reach = size * k * random.between(0.88, 1.22);
      mouth.push([
        vanish + Math.cos(angle) * reach * 1.15,
        y + Math.sin(angle) * reach * (Math.sin(angle) > 0 ? 0.62 : 0.95),
      ]);
    }
    const frame = `${d`M${-w} ${-h}H${w * 2}V${h * 2}H${-w}Z`}${poly(mouth)}`;
    out += hollow(frame, palette.tint(rock, 0.5 - ring * 0.12, 0.52 - ring * 0.07));
    for (const [mx, my] of mouth)
      out += stroke(d`M${mx} ${my}l${(mx - vanish) * 0.12} ${(my - y) * 0.14}`, palette.tint(rock, 0.3, 0.8), 2.2, 0.5);
  }
  for (let i = 0; i < 9; i += 1) {
    const x = w * random.next();
    const long = h * random.between(0.08, 0.24);
    out += path(d`M${x - 18} -4L${x + 3} ${long}L${x + 20} -4Z`, palette.tint(rock, 0, 0.22));
  }
  return out;
};

export const studio = (stage: Stage): string => {
  const { palette, w, h, horizon, light } = stage;
  const random = stage.random('studio');
  const id = stage.id();
  const paper = lch(0.72, random.between(0.03, 0.09), random.between(0, 360));
  const size = Math.min(w, h);
  let out =
    linear(id, [
      [0, palette.tint(paper, 0, 0.32)],
      [0.62, palette.tint(paper, 0, 0.62)],
      [0.68, palette.tint(paper, 0, 0.5)],
      [1, palette.tint(paper, 0, 0.34)],
    ]) +
    rect(0, 0, w, h, { gradient: id }) +
    glow(stage, light.x, h * 0.3, size * 0.75, palette.key, 0.5) +
    circle(
      w * 0.5,
      horizon - size * 0.2,
      size * random.between(0.26, 0.36),
      mix(palette.accent, palette.tint(paper), 0.35),
      0.75,
    ) +
    rect(0, horizon + (h - horizon) * 0.18, w, h, palette.tint(shade(paper, -0.1), 0, 0.46), 0.92);
  for (let i = 0; i < 5; i += 1) {
    const x = light.x + w * random.between(-0.5, 0.5);
    out += path(
      poly([
        [x, 0],
        [x + size * 0.1, 0],
        [x + size * 0.1 - light.side * 260, h],
        [x - light.side * 260 - 30, h],
      ]),
      palette.key,
      0.07,
    );
  }
  for (let i = 0; i < 50; i += 1)
    out += ellipse(
      w * random.next(),
      horizon + (h - horizon) * random.between(0.2, 1),
      random.between(10, 90),
      random.between(0.8, 2.4),
      palette.tint(paper, 0, random.between(0.1, 0.9)),
      0.35,
    );
  return out;
};
