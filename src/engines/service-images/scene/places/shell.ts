/** The shell of a room: floor, ceiling, walls, a window. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import { d, linear, path, type Point, poly, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { CLOTH } from './materials.ts';
import { glow } from './sky.ts';

export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly floor: number };

/** The back wall of a room, seen from inside. */
export const backWall = (stage: Stage, narrow: number): Box => {
  const { w, h, vanish, horizon, intent } = stage;
  const half = (w * narrow) / 2;
  const floor =
    intent.angle === 'low' ? h * 0.86 : intent.angle === 'high' ? h * 0.5 : Math.min(h * 0.8, horizon + h * 0.06);
  return { left: vanish - half, right: vanish + half, top: h * (intent.angle === 'low' ? 0.24 : 0.1), floor };
};

/** Floor, ceiling and side walls from the back wall to the edges of the picture. */
export const shell = (stage: Stage, box: Box, wall: Colour, floor: Colour): string => {
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

export const wallOf = (stage: Stage): Colour =>
  stage
    .random('wall')
    .pick([lch(0.72, 0.04, 80), lch(0.66, 0.045, 200), lch(0.7, 0.03, 40), lch(0.62, 0.05, 145), lch(0.74, 0.02, 260)]);

/** A window with the sky in it, and its light on the floor. */
export const daylight = (stage: Stage, box: Box, width: number, at: number): string => {
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
    d`M${x} ${y + tall}v${-tall * 0.24}l${width * 0.2} ${-tall * 0.12}l${width * 0.3} ${tall * 0.1}
      l${width * 0.5} ${-tall * 0.14}v${tall * 0.4}Z`,
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
