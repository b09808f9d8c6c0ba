/** Backdrops of rooms: living room, bedroom, kitchen, office, bar. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { d, ellipse, path, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { bed, counter, pendant, picture, shelves, sofa } from './furniture.ts';
import { CLOTH, METAL, WOOD } from './materials.ts';
import { backWall, daylight, shell, wallOf } from './shell.ts';
import { glow } from './sky.ts';

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
      d`M${at(left ? 0.66 : 0.32)} ${y - width * 0.62}h${width * 0.3}l${-width * 0.06} ${-width * 0.28}
        h${-width * 0.18}Z`,
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
