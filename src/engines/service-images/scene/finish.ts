/** The hand that drew it: hatching, ink, vignette and paper. */
import { mix, shade } from '../drawing/colour.ts';
import { d, flat, linear, type Point, rect, stroke } from '../drawing/svg.ts';
import type { Stage } from '../drawing/stage.ts';

/** Bundles of parallel pen strokes; dense on sketches, a touch elsewhere. */
export const hatching = (stage: Stage, bundles: number, opacity: number): string => {
  const { w, h, palette, light } = stage;
  const random = stage.random('hatching');
  let lines = '';
  for (let i = 0; i < bundles; i += 1) {
    const [x, y] = [w * random.next(), h * random.between(0.3, 1)];
    const [long, gap, count] = [random.between(24, 70), random.between(5, 9), random.whole(4, 9)];
    for (let k = 0; k < count; k += 1)
      lines += d`M${x + k * gap} ${y + random.between(-3, 3)}
        l${light.side * long * 0.45} ${long * random.between(0.75, 1)}`;
  }
  return stroke(lines, palette.ink, 1.2, opacity);
};

/** Darker edges, as four bands: a radial gradient over the whole picture costs five times as much. */
export const vignette = (stage: Stage): string => {
  const { w, h, palette } = stage;
  const dark = mix(palette.ink, palette.zenith, 0.12);
  const [across, down] = [w * 0.15, h * 0.18];
  const band = (from: Point, to: Point, x: number, y: number, width: number, height: number): string => {
    const id = stage.id();
    return (
      linear(
        id,
        [
          [0, dark, 0.25],
          [1, dark, 0],
        ],
        to,
        from,
      ) + rect(x, y, width, height, { gradient: id })
    );
  };
  return (
    band([0, 0], [0, 1], 0, 0, w, down) +
    band([0, 1], [0, 0], 0, h - down, w, down) +
    band([0, 0], [1, 0], 0, 0, across, h) +
    band([1, 0], [0, 0], w - across, 0, across, h)
  );
};

/** The tooth of the paper: flecks of light and ink; `strength` 1 is plain. */
export const paper = (stage: Stage, strength: number): string => {
  const { w, h, palette } = stage;
  const random = stage.random('paper');
  const flecks = (count: number): string => {
    let data = '';
    for (let i = 0; i < count; i += 1)
      data += d`M${w * random.next()} ${h * random.next()}h${random.between(0.8, 2.6)}`;
    return data;
  };
  const opacity = Math.min(0.6, 0.2 * strength);
  return flat(flecks(700), shade(palette.key, 0.6), 1.6, opacity) + flat(flecks(800), palette.ink, 1.5, opacity);
};
