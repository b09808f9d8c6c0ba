/** Backdrops on the move: a car from within, a compartment. */
import { lch, mix, shade } from '../../drawing/colour.ts';
import { circle, d, hollow, linear, path, rect, stroke } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';
import { CLOTH, METAL, WOOD } from './materials.ts';
import { glow } from './sky.ts';

/** The view outside, streaked by speed. */
const passing = (stage: Stage): string => {
  const { palette, w, h } = stage;
  const random = stage.random('passing');
  let out = '';
  for (let i = 0; i < 22; i += 1) {
    out += rect(
      w * random.between(-0.1, 0.9),
      h * random.between(0.12, 0.56),
      w * random.between(0.05, 0.3),
      random.between(3, 26),
      palette.tint(lch(0.55, 0.06, random.between(40, 260)), 0.5, random.between(0.2, 0.8)),
      0.55,
    );
  }
  for (let i = 0; i < 7; i += 1) {
    out += glow(stage, w * random.next(), h * random.between(0.2, 0.5), random.between(20, 70), palette.lamp, 0.6);
  }
  return out;
};

export const vehicle = (stage: Stage): string => {
  const { palette, w, h } = stage;
  const trim = palette.tint(lch(0.3, 0.015, 260), 0, 0.4);
  const id = stage.id();
  return (
    linear(id, [
      [0, palette.zenith],
      [1, palette.horizon],
    ]) +
    rect(0, 0, w, h, { gradient: id }) +
    passing(stage) +
    hollow(
      d`M0 0H${w}V${h}H0ZM${w * 0.1} ${h * 0.1}Q${w * 0.5} ${h * 0.04} ${w * 0.9} ${h * 0.1}L${w * 0.97} ${h * 0.56}
        Q${w * 0.5} ${h * 0.5} ${w * 0.03} ${h * 0.56}Z`,
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

/** A wall of windows, racks above, seats below. */
export const compartment = (stage: Stage): string => {
  const { palette, w, h } = stage;
  const random = stage.random('compartment');
  const id = stage.id();
  const wall = palette.tint(random.pick([WOOD, mix(WOOD, CLOTH, 0.4), lch(0.6, 0.02, 230)]), 0, 0.46);
  const cloth = palette.tint(mix(CLOTH, lch(0.5, 0.07, 250), random.next()), 0, 0.44);
  const [width, gap, top, tall] = [w * 0.26, w * 0.055, h * 0.16, h * 0.4];
  const first = -width * random.between(0.1, 0.6);
  let holes = d`M0 0H${w}V${h}H0Z`;
  let [frames, seats] = ['', ''];
  for (let x = first; x < w; x += width + gap) {
    holes += d`M${x} ${top}h${width}v${tall}h${-width}Z`;
    frames += stroke(
      d`M${x} ${top}h${width}v${tall}h${-width}ZM${x} ${top + tall * 0.3}h${width}`,
      shade(wall, -0.4),
      7,
    );
    seats += rect(x - gap * 0.9, h * 0.5, gap * 2.8, h * 0.5, shade(cloth, -0.2), 1, 26);
    seats += rect(x - gap * 0.5, h * 0.52, gap * 2, h * 0.5, cloth, 1, 20);
  }
  return (
    linear(id, [
      [0, palette.zenith],
      [1, palette.horizon],
    ]) +
    rect(0, 0, w, h, { gradient: id }) +
    passing(stage) +
    hollow(holes, wall) +
    frames +
    rect(0, h * 0.07, w, h * 0.022, palette.tint(METAL, 0, 0.7)) +
    stroke(d`M0 ${h * 0.115}H${w}`, palette.tint(METAL, 0, 0.4), 4) +
    rect(0, h * 0.62, w, h * 0.03, shade(wall, -0.35)) +
    seats +
    rect(w * 0.3, 0, w * 0.4, h * 0.035, palette.lamp) +
    glow(stage, w * 0.5, 0, w * 0.36, palette.lamp, 0.4)
  );
};
