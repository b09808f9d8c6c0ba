/** Backdrops under a roof: rooms and their furniture, corridors, halls, a vehicle, a cave, a studio. */
import type { Colour } from '../colour.ts';
import { lch, mix, shade } from '../colour.ts';
import { circle, d, ellipse, hollow, linear, path, poly, rect, stroke } from '../svg.ts';
import type { Point } from '../svg.ts';
import { glow } from './sky.ts';
import type { Stage } from './stage.ts';

const WOOD = lch(0.5, 0.065, 60);
const CLOTH = lch(0.5, 0.07, 25);
const METAL = lch(0.6, 0.012, 250);
const STONE = lch(0.56, 0.02, 80);

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly floor: number };

/** The back wall of a room, seen from inside. */
const backWall = (stage: Stage, narrow: number): Box => {
  const { w, h, vanish, horizon, intent } = stage;
  const half = (w * narrow) / 2;
  const floor =
    intent.angle === 'low' ? h * 0.86 : intent.angle === 'high' ? h * 0.5 : Math.min(h * 0.8, horizon + h * 0.06);
  return { left: vanish - half, right: vanish + half, top: h * (intent.angle === 'low' ? 0.24 : 0.1), floor };
};

/** Floor, ceiling and side walls from the back wall to the edges of the picture. */
const shell = (stage: Stage, box: Box, wall: Colour, floor: Colour): string => {
  const { palette, w, h, light } = stage;
  const { left, right, top, floor: base } = box;
  const id = stage.id();
  const lit = (side: -1 | 1): number => (light.side === side ? 0.3 : 0.6);
  const [fl, fr]: [Point, Point] = [
    [-w * 0.35, h * 1.2],
    [w * 1.35, h * 1.2],
  ];
  const [cl, cr]: [Point, Point] = [
    [-w * 0.35, -h * 0.3],
    [w * 1.35, -h * 0.3],
  ];
  let out =
    rect(0, 0, w, h, palette.tint(wall, 0.05, 0.4)) +
    path(poly([[left, base], [right, base], fr, fl]), palette.tint(floor, 0.04, 0.42)) +
    path(poly([[left, top], [right, top], cr, cl]), palette.tint(shade(wall, 0.15), 0.1, 0.3)) +
    path(poly([[left, top], [left, base], fl, cl]), palette.tint(wall, 0.05, lit(-1))) +
    path(poly([[right, top], [right, base], fr, cr]), palette.tint(wall, 0.05, lit(1))) +
    linear(
      id,
      [
        [0, palette.tint(wall, 0.14, light.side > 0 ? 0.4 : 0.62)],
        [1, palette.tint(wall, 0.14, light.side > 0 ? 0.62 : 0.4)],
      ],
      [1, 0],
    ) +
    rect(left, top, right - left, base - top, { gradient: id });
  const line = palette.tint(floor, 0, 0.2);
  for (let i = -7; i <= 7; i += 1) {
    const x = stage.vanish + ((right - left) / 14) * i;
    out += stroke(d`M${x} ${base}L${stage.vanish + (x - stage.vanish) * 5} ${h * 1.2}`, line, 1.6, 0.5);
  }
  for (let i = 1; i <= 4; i += 1) {
    const y = base + (h - base) * (i / 4) ** 1.8;
    out += stroke(d`M0 ${y}H${w}`, line, 1.2, 0.35);
  }
  return out + rect(left, base - 9, right - left, 9, palette.tint(shade(wall, 0.2), 0.05, 0.5));
};

/** A window with the sky in it, and its light on the floor. */
const daylight = (stage: Stage, box: Box, width: number, at: number): string => {
  const { palette, h, light, intent } = stage;
  const x = box.left + (box.right - box.left) * at;
  const [y, tall] = [box.top + (box.floor - box.top) * 0.16, (box.floor - box.top) * 0.5];
  const id = stage.id();
  const night = intent.time === 'night';
  const frame = palette.tint(lch(0.85, 0.02, 80), 0, night ? 0.3 : 0.6);
  let out =
    linear(id, [
      [0, palette.zenith],
      [1, palette.horizon],
    ]) +
    rect(x - 7, y - 7, width + 14, tall + 14, frame) +
    rect(x, y, width, tall, { gradient: id });
  out += path(
    d`M${x} ${y + tall}v${-tall * 0.24}l${width * 0.2} ${-tall * 0.12}l${width * 0.3} ${tall * 0.1}l${width * 0.5} ${-tall * 0.14}v${tall * 0.4}Z`,
    mix(palette.zenith, palette.ink, 0.4),
    0.6,
  );
  out += rect(x + width / 2 - 3, y, 6, tall, frame) + rect(x, y + tall * 0.48, width, 6, frame);
  out += glow(
    stage,
    x + width / 2,
    y + tall / 2,
    width * 1.6,
    night ? palette.zenith : palette.key,
    night ? 0.12 : 0.42,
  );
  const lean = -light.side * width * 0.9;
  out += path(
    poly([
      [x + lean * 0.4, box.floor + 8],
      [x + width + lean * 0.4, box.floor + 8],
      [x + width + lean * 1.5, h],
      [x + lean * 1.5 - 40, h],
    ]),
    palette.key,
    night ? 0.07 : 0.24,
  );
  // Curtains.
  const cloth = palette.tint(CLOTH, 0.05, 0.5);
  for (const side of [-1, 1]) {
    const cx = side < 0 ? x - width * 0.2 : x + width * 1.02;
    out += rect(cx, y - 16, width * 0.18, tall + 46, cloth, 0.95);
    for (let i = 0; i < 3; i += 1)
      out += rect(cx + width * 0.055 * i + 3, y - 16, width * 0.018, tall + 46, shade(cloth, -0.3), 0.7);
  }
  return out;
};

const picture = (stage: Stage, x: number, y: number, size: number): string => {
  const { palette } = stage;
  return (
    rect(x, y, size, size * 0.76, palette.tint(WOOD, 0, 0.3)) +
    rect(x + 5, y + 5, size - 10, size * 0.76 - 10, palette.tint(lch(0.8, 0.03, 85), 0, 0.5)) +
    path(
      d`M${x + 8} ${y + size * 0.62}l${size * 0.3} ${-size * 0.3}l${size * 0.2} ${size * 0.18}l${size * 0.2} ${-size * 0.12}l${size * 0.16} ${size * 0.24}Z`,
      palette.accent,
      0.55,
    )
  );
};

const pendant = (stage: Stage, x: number, y: number, size: number): string => {
  const { palette } = stage;
  const on = stage.intent.time === 'night' || stage.intent.time === 'dusk';
  return (
    stroke(d`M${x} 0V${y}`, palette.ink, 2.5) +
    path(
      d`M${x - size} ${y + size * 0.7}Q${x - size * 0.7} ${y} ${x} ${y}T${x + size} ${y + size * 0.7}Z`,
      palette.tint(METAL, 0, 0.3),
    ) +
    ellipse(x, y + size * 0.7, size * 0.72, size * 0.16, palette.lamp) +
    (on
      ? glow(stage, x, y + size, size * 6, palette.lamp, 0.5)
      : glow(stage, x, y + size, size * 2.4, palette.lamp, 0.2))
  );
};

const shelves = (stage: Stage, x: number, y: number, width: number, height: number, rows: number): string => {
  const { palette } = stage;
  const random = stage.random(`shelves ${String(Math.round(x))}`);
  const wood = palette.tint(WOOD, 0.04, 0.4);
  let out = rect(x, y, width, height, shade(wood, -0.35));
  for (let row = 0; row < rows; row += 1) {
    const base = y + (height * (row + 1)) / rows - 5;
    let bx = x + 6;
    while (bx < x + width - 12) {
      const thick = random.between(6, 15);
      const tall = (height / rows) * random.between(0.5, 0.82);
      if (random.chance(0.86))
        out += rect(
          bx,
          base - tall,
          thick,
          tall,
          palette.tint(lch(random.between(0.35, 0.75), 0.07, random.between(0, 360)), 0.05, 0.5),
        );
      bx += thick + 1.5;
    }
    out += rect(x, base, width, 6, wood);
  }
  return out;
};

const sofa = (stage: Stage, x: number, base: number, width: number): string => {
  const { palette } = stage;
  const cloth = palette.tint(mix(CLOTH, lch(0.5, 0.06, 230), stage.random('sofa').next()), 0, 0.48);
  const tall = width * 0.36;
  return (
    rect(x, base - tall, width, tall * 0.8, cloth, 1, 16) +
    rect(x + width * 0.09, base - tall * 0.56, width * 0.4, tall * 0.34, shade(cloth, 0.14), 1, 9) +
    rect(x + width * 0.51, base - tall * 0.56, width * 0.4, tall * 0.34, shade(cloth, 0.14), 1, 9) +
    rect(x - width * 0.04, base - tall * 0.72, width * 0.13, tall * 0.66, shade(cloth, -0.16), 1, 12) +
    rect(x + width * 0.91, base - tall * 0.72, width * 0.13, tall * 0.66, shade(cloth, -0.16), 1, 12) +
    rect(x, base - tall * 0.24, width, tall * 0.16, shade(cloth, -0.28), 1, 4)
  );
};

const bed = (stage: Stage, x: number, base: number, width: number): string => {
  const { palette } = stage;
  const sheet = palette.tint(lch(0.88, 0.02, 250), 0, 0.55);
  const tall = width * 0.34;
  return (
    rect(x - 8, base - tall * 1.5, 16, tall * 1.5, palette.tint(WOOD, 0, 0.34), 1, 4) +
    rect(x, base - tall * 0.72, width, tall * 0.55, sheet, 1, 10) +
    path(
      d`M${x + width * 0.34} ${base - tall * 0.8}Q${x + width * 0.6} ${base - tall * 0.98} ${x + width} ${base - tall * 0.72}V${base - tall * 0.1}H${x + width * 0.34}Z`,
      palette.tint(CLOTH, 0, 0.52),
    ) +
    rect(x + 12, base - tall * 0.98, width * 0.22, tall * 0.32, shade(sheet, 0.3), 1, 12) +
    rect(x, base - tall * 0.18, width, tall * 0.18, palette.tint(WOOD, 0, 0.28))
  );
};

const counter = (stage: Stage, box: Box, local: Colour): string => {
  const { palette, w, h } = stage;
  const y = box.floor + (h - box.floor) * 0.12;
  const tall = (box.floor - box.top) * 0.34;
  const front = palette.tint(local, 0, 0.4);
  let out =
    rect(box.left - w * 0.1, y - tall, box.right - box.left + w * 0.2, tall, front) +
    rect(
      box.left - w * 0.12,
      y - tall - 12,
      box.right - box.left + w * 0.24,
      16,
      palette.tint(shade(local, 0.3), 0, 0.7),
    );
  for (let x = box.left - w * 0.08; x < box.right + w * 0.08; x += w * 0.075)
    out +=
      rect(x, y - tall + 16, w * 0.066, tall - 26, shade(front, -0.16), 1, 2) +
      rect(x + w * 0.026, y - tall + 24, w * 0.014, 4, palette.tint(METAL, 0, 0.8));
  return out;
};

const wallOf = (stage: Stage): Colour =>
  stage
    .random('wall')
    .pick([lch(0.72, 0.04, 80), lch(0.66, 0.045, 200), lch(0.7, 0.03, 40), lch(0.62, 0.05, 145), lch(0.74, 0.02, 260)]);

export const room = (stage: Stage): string => {
  const random = stage.random('room');
  const box = backWall(stage, random.between(0.7, 0.86));
  const width = (box.right - box.left) * 0.24;
  const [near, far] = random.chance(0.5) ? [0.1, 0.66] : [0.64, 0.06];
  const at = (share: number): number => box.left + (box.right - box.left) * share;
  return (
    shell(stage, box, wallOf(stage), WOOD) +
    daylight(stage, box, width, near) +
    picture(stage, at(near < 0.5 ? 0.5 : 0.4), box.top + (box.floor - box.top) * 0.22, width * 0.48) +
    shelves(stage, at(far) + 8, box.top + (box.floor - box.top) * 0.24, width * 0.9, (box.floor - box.top) * 0.76, 4) +
    sofa(stage, at(near < 0.5 ? 0.3 : 0.16), box.floor + (stage.h - box.floor) * 0.3, width * 1.7) +
    pendant(stage, at(0.5), box.top + 26, 30)
  );
};

export const bedroom = (stage: Stage): string => {
  const random = stage.random('bedroom');
  const box = backWall(stage, random.between(0.74, 0.9));
  const width = (box.right - box.left) * 0.22;
  const left = random.chance(0.5);
  const at = (share: number): number => box.left + (box.right - box.left) * share;
  const y = box.floor + (stage.h - box.floor) * 0.35;
  const x = at(left ? 0.04 : 0.4);
  return (
    shell(stage, box, wallOf(stage), WOOD) +
    daylight(stage, box, width, left ? 0.68 : 0.1) +
    picture(stage, at(left ? 0.24 : 0.62), box.top + (box.floor - box.top) * 0.2, width * 0.6) +
    bed(stage, x, y, width * 2.5) +
    rect(at(left ? 0.64 : 0.3), y - width * 0.46, width * 0.34, width * 0.46, stage.palette.tint(WOOD, 0, 0.42)) +
    glow(stage, at(left ? 0.72 : 0.38), y - width * 0.76, width * 1.2, stage.palette.lamp, 0.5) +
    path(
      d`M${at(left ? 0.66 : 0.32)} ${y - width * 0.62}h${width * 0.3}l${-width * 0.06} ${-width * 0.28}h${-width * 0.18}Z`,
      stage.palette.lamp,
    )
  );
};

export const kitchen = (stage: Stage): string => {
  const random = stage.random('kitchen');
  const { palette } = stage;
  const box = backWall(stage, random.between(0.78, 0.92));
  const tall = box.floor - box.top;
  let out =
    shell(stage, box, wallOf(stage), lch(0.62, 0.03, 70)) +
    daylight(stage, box, (box.right - box.left) * 0.2, random.between(0.34, 0.5));
  const cupboard = palette.tint(random.pick([lch(0.8, 0.03, 90), lch(0.5, 0.06, 160), WOOD]), 0.04, 0.5);
  for (const start of [0.02, 0.76]) {
    for (let i = 0; i < 2; i += 1) {
      const x = box.left + (box.right - box.left) * (start + i * 0.115);
      out +=
        rect(x, box.top + tall * 0.1, (box.right - box.left) * 0.108, tall * 0.3, cupboard, 1, 3) +
        rect(
          x + (i === 0 ? 0.088 : 0.014) * (box.right - box.left),
          box.top + tall * 0.27,
          5,
          22,
          palette.tint(METAL, 0, 0.8),
        );
    }
  }
  out += counter(stage, box, random.pick([lch(0.76, 0.03, 90), lch(0.46, 0.06, 160), WOOD]));
  const y = box.floor + (stage.h - box.floor) * 0.12 - tall * 0.34 - 12;
  for (let i = 0; i < 6; i += 1) {
    const x = box.left + (box.right - box.left) * random.between(0.02, 0.96);
    const size = random.between(16, 34);
    out += rect(
      x,
      y - size * 1.3,
      size,
      size * 1.3,
      palette.tint(random.pick([METAL, CLOTH, lch(0.8, 0.05, 80), lch(0.55, 0.08, 150)]), 0, 0.6),
      1,
      4,
    );
  }
  return (
    out + pendant(stage, stage.vanish - 60, box.top + 36, 24) + pendant(stage, stage.vanish + 70, box.top + 36, 24)
  );
};

export const office = (stage: Stage): string => {
  const random = stage.random('office');
  const { palette } = stage;
  const box = backWall(stage, random.between(0.74, 0.9));
  const wide = box.right - box.left;
  const tall = box.floor - box.top;
  let out =
    shell(stage, box, lch(0.72, 0.012, 250), lch(0.5, 0.015, 255)) +
    daylight(stage, box, wide * 0.3, random.chance(0.5) ? 0.08 : 0.6);
  // Blinds over the window, a board on the wall, a desk with a screen.
  const x = box.left + wide * (random.chance(0.5) ? 0.44 : 0.42);
  out += rect(x, box.top + tall * 0.16, wide * 0.14, tall * 0.36, palette.tint(lch(0.9, 0.01, 90), 0, 0.55));
  for (let i = 0; i < 5; i += 1)
    out += rect(
      x + 10 + random.between(0, wide * 0.06),
      box.top + tall * (0.2 + i * 0.06),
      wide * random.between(0.02, 0.06),
      tall * 0.04,
      random.pick([palette.accent, palette.tint(METAL), palette.lamp]),
      0.8,
    );
  const y = box.floor + (stage.h - box.floor) * 0.28;
  const desk = palette.tint(WOOD, 0, 0.45);
  const dx = box.left + wide * random.between(0.28, 0.42);
  out +=
    rect(dx + wide * 0.02, y - tall * 0.26, 12, tall * 0.26, shade(desk, -0.4)) +
    rect(dx + wide * 0.3, y - tall * 0.26, 12, tall * 0.26, shade(desk, -0.4)) +
    rect(dx, y - tall * 0.29, wide * 0.34, 18, desk);
  out +=
    rect(dx + wide * 0.11, y - tall * 0.5, wide * 0.13, tall * 0.18, palette.ink, 1, 4) +
    rect(dx + wide * 0.116, y - tall * 0.49, wide * 0.118, tall * 0.155, palette.lamp, 0.7) +
    rect(dx + wide * 0.165, y - tall * 0.32, 12, tall * 0.04, palette.ink);
  for (let i = -1; i <= 1; i += 1)
    out += path(
      poly([
        [stage.vanish + i * wide * 0.3 - 40, box.top - 20],
        [stage.vanish + i * wide * 0.3 + 40, box.top - 20],
        [stage.vanish + i * wide * 0.36 + 60, box.top - 44],
        [stage.vanish + i * wide * 0.36 - 60, box.top - 44],
      ]),
      shade(palette.key, 0.5),
      0.9,
    );
  return out;
};

export const bar = (stage: Stage): string => {
  const random = stage.random('bar');
  const { palette } = stage;
  const box = backWall(stage, random.between(0.8, 0.95));
  const wide = box.right - box.left;
  const tall = box.floor - box.top;
  let out = shell(stage, box, lch(0.46, 0.06, random.pick([30, 150, 250])), WOOD);
  for (let row = 0; row < 3; row += 1) {
    const y = box.top + tall * (0.24 + row * 0.15);
    out +=
      glow(stage, box.left + wide * 0.5, y, wide * 0.36, palette.lamp, 0.28) +
      rect(box.left + wide * 0.14, y, wide * 0.72, 7, palette.tint(WOOD, 0, 0.4));
    for (let x = box.left + wide * 0.16; x < box.left + wide * 0.84; x += random.between(13, 26)) {
      const size = tall * random.between(0.06, 0.11);
      const glass = mix(palette.tint(lch(0.6, 0.1, random.between(30, 200)), 0, 0.6), palette.lamp, 0.25);
      out += rect(x, y - size, 9, size, glass, 0.95, 3) + rect(x + 3, y - size * 1.3, 3, size * 0.4, glass);
    }
  }
  out += counter(stage, box, lch(0.4, 0.06, 45));
  for (let i = 0; i < 5; i += 1) {
    const x = box.left + wide * (0.06 + i * 0.22);
    const y = box.floor + (stage.h - box.floor) * 0.34;
    out +=
      ellipse(x, y - tall * 0.25, 30, 8, palette.tint(CLOTH, 0, 0.55)) +
      stroke(d`M${x} ${y - tall * 0.24}V${y}m${-18} 0h36`, palette.tint(METAL, 0, 0.4), 5);
  }
  for (let i = 0; i < 4; i += 1) out += pendant(stage, box.left + wide * (0.14 + i * 0.24), box.top + tall * 0.07, 22);
  return out;
};

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
    const arch = d`M${x} ${box.floor - tall * 0.18}V${box.top + tall * 0.34}Q${x + wide * 0.11} ${box.top} ${x + wide * 0.22} ${box.top + tall * 0.34}V${box.floor - tall * 0.18}Z`;
    out +=
      path(arch, mix(palette.horizon, palette.key, 0.5)) +
      stroke(
        d`M${x + wide * 0.11} ${box.top + tall * 0.16}V${box.floor - tall * 0.18}M${x} ${box.top + tall * 0.5}h${wide * 0.22}`,
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

export const vehicle = (stage: Stage): string => {
  const { palette, w, h } = stage;
  const random = stage.random('vehicle');
  const trim = palette.tint(lch(0.3, 0.015, 260), 0, 0.4);
  let outside = '';
  for (let i = 0; i < 22; i += 1) {
    const y = h * random.between(0.12, 0.56);
    outside += rect(
      w * random.between(-0.1, 0.9),
      y,
      w * random.between(0.05, 0.3),
      random.between(3, 26),
      palette.tint(lch(0.55, 0.06, random.between(40, 260)), 0.5, random.between(0.2, 0.8)),
      0.55,
    );
  }
  for (let i = 0; i < 7; i += 1)
    outside += glow(stage, w * random.next(), h * random.between(0.2, 0.5), random.between(20, 70), palette.lamp, 0.6);
  const id = stage.id();
  return (
    linear(id, [
      [0, palette.zenith],
      [1, palette.horizon],
    ]) +
    rect(0, 0, w, h, { gradient: id }) +
    outside +
    hollow(
      d`M0 0H${w}V${h}H0ZM${w * 0.1} ${h * 0.1}Q${w * 0.5} ${h * 0.04} ${w * 0.9} ${h * 0.1}L${w * 0.97} ${h * 0.56}Q${w * 0.5} ${h * 0.5} ${w * 0.03} ${h * 0.56}Z`,
      trim,
    ) +
    rect(w * 0.4, h * 0.08, w * 0.2, h * 0.07, shade(trim, -0.4), 1, 8) +
    path(
      d`M0 ${h * 0.62}Q${w * 0.5} ${h * 0.52} ${w} ${h * 0.62}V${h * 0.7}Q${w * 0.5} ${h * 0.6} 0 ${h * 0.7}Z`,
      palette.tint(lch(0.4, 0.03, 60), 0, 0.6),
    ) +
    stroke(d`M${w * 0.14} ${h * 1.02}A${w * 0.15} ${w * 0.15} 0 0 1 ${w * 0.44} ${h * 1.02}`, shade(trim, 0.22), 20) +
    circle(w * 0.56, h * 0.74, 24, palette.lamp, 0.7) +
    circle(w * 0.66, h * 0.74, 18, palette.accent, 0.7) +
    rect(w * 0.72, h * 0.69, w * 0.14, h * 0.1, mix(palette.lamp, trim, 0.4), 1, 6)
  );
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
