/** Furniture of rooms. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import { d, ellipse, path, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { CLOTH, METAL, WOOD } from './materials.ts';
import type { Box } from './shell.ts';
import { glow } from './sky.ts';

export const picture = (stage: Stage, x: number, y: number, size: number): string => {
  const { palette } = stage;
  return (
    rect(x, y, size, size * 0.76, palette.tint(WOOD, 0, 0.3)) +
    rect(x + 5, y + 5, size - 10, size * 0.76 - 10, palette.tint(lch(0.8, 0.03, 85), 0, 0.5)) +
    path(
      d`M${x + 8} ${y + size * 0.62}l${size * 0.3} ${-size * 0.3}l${size * 0.2} ${size * 0.18}
        l${size * 0.2} ${-size * 0.12}l${size * 0.16} ${size * 0.24}Z`,
      palette.accent,
      0.55,
    )
  );
};

export const pendant = (stage: Stage, x: number, y: number, size: number): string => {
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

export const shelves = (stage: Stage, x: number, y: number, width: number, height: number, rows: number): string => {
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

export const sofa = (stage: Stage, x: number, base: number, width: number): string => {
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

export const bed = (stage: Stage, x: number, base: number, width: number): string => {
  const { palette } = stage;
  const sheet = palette.tint(lch(0.88, 0.02, 250), 0, 0.55);
  const tall = width * 0.34;
  return (
    rect(x - 8, base - tall * 1.5, 16, tall * 1.5, palette.tint(WOOD, 0, 0.34), 1, 4) +
    rect(x, base - tall * 0.72, width, tall * 0.55, sheet, 1, 10) +
    path(
      d`M${x + width * 0.34} ${base - tall * 0.8}
        Q${x + width * 0.6} ${base - tall * 0.98} ${x + width} ${base - tall * 0.72}V${base - tall * 0.1}
        H${x + width * 0.34}Z`,
      palette.tint(CLOTH, 0, 0.52),
    ) +
    rect(x + 12, base - tall * 0.98, width * 0.22, tall * 0.32, shade(sheet, 0.3), 1, 12) +
    rect(x, base - tall * 0.18, width, tall * 0.18, palette.tint(WOOD, 0, 0.28))
  );
};

export const counter = (stage: Stage, box: Box, local: Colour): string => {
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
