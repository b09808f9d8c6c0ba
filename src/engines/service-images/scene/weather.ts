/** The air between the stage and the lens. */
import { mix, shade } from '../drawing/colour.ts';
import { circle, d, ellipse, linear, rect, stroke } from '../drawing/svg.ts';
import { glow } from './places/sky.ts';
import type { Stage } from '../drawing/stage.ts';

const rain = (stage: Stage): string => {
  const { w, h, palette, light } = stage;
  const random = stage.random('rain');
  let [thin, thick] = ['', ''];
  for (let i = 0; i < 190; i += 1) {
    const [x, y, long] = [w * random.between(-0.1, 1.1), h * random.next(), random.between(18, 62)];
    const drop = d`M${x} ${y}l${-light.side * long * 0.22} ${long}`;
    if (i % 4 === 0) thick += drop;
    else thin += drop;
  }
  const colour = shade(palette.horizon, 0.4);
  let splashes = '';
  for (let i = 0; i < 30; i += 1)
    splashes += ellipse(
      w * random.next(),
      h * random.between(0.74, 1),
      random.between(3, 13),
      random.between(1, 3),
      colour,
      0.4,
    );
  return (stage.intent.interior ? '' : splashes) + stroke(thin, colour, 1.2, 0.5) + stroke(thick, colour, 2.2, 0.5);
};

const lightning = (stage: Stage): string => {
  const random = stage.random('lightning');
  let x = stage.w * random.between(0.2, 0.8);
  let y = 0;
  let bolt = d`M${x} ${y}`;
  while (y < stage.horizon * 0.92) {
    x += random.between(-34, 34);
    y += random.between(18, 46);
    bolt += d`L${x} ${y}`;
  }
  const colour = shade(stage.palette.key, 0.75);
  return (
    glow(stage, x, stage.horizon * 0.4, stage.h * 0.5, colour, 0.3) +
    stroke(bolt, colour, 8, 0.3) +
    stroke(bolt, colour, 3)
  );
};

const snow = (stage: Stage): string => {
  const random = stage.random('flakes');
  const white = shade(stage.palette.key, 0.8);
  let out = '';
  for (let i = 0; i < 150; i += 1) {
    const near = random.next() ** 3;
    out += circle(stage.w * random.next(), stage.h * random.next(), 1.2 + 7 * near, white, 0.85 - 0.45 * near);
  }
  return out;
};

const banks = (stage: Stage, strength: number): string => {
  const { w, h, horizon, palette } = stage;
  const random = stage.random('banks');
  const id = stage.id();
  const colour = mix(palette.horizon, palette.key, 0.15);
  let out =
    linear(id, [
      [0, colour, strength * 0.3],
      [0.5, colour, strength * 0.75],
      [1, colour, strength * 0.25],
    ]) + rect(0, 0, w, h, { gradient: id });
  for (let i = 0; i < 11; i += 1)
    out += ellipse(
      w * random.between(-0.1, 1.1),
      horizon + (h - horizon) * random.between(-0.4, 0.8),
      w * random.between(0.16, 0.4),
      h * random.between(0.02, 0.06),
      colour,
      0.2 * strength,
    );
  return out;
};

const motes = (stage: Stage): string => {
  const random = stage.random('motes');
  let out = '';
  for (let i = 0; i < 90; i += 1)
    out += circle(
      stage.w * random.next(),
      stage.h * random.next(),
      random.between(0.8, 3.4),
      random.chance(0.5) ? stage.palette.lamp : stage.palette.key,
      random.between(0.2, 0.75),
    );
  return out;
};

export const weather = (stage: Stage): string => {
  const { intent } = stage;
  const outside = !intent.interior;
  return (
    (intent.weather.has('fog') ? banks(stage, outside ? 0.85 : 0.5) : '') +
    (intent.weather.has('dust') ? banks(stage, 0.45) + motes(stage) : '') +
    (outside && intent.weather.has('storm') ? lightning(stage) : '') +
    (outside && (intent.weather.has('rain') || intent.weather.has('storm')) ? rain(stage) : '') +
    (outside && intent.weather.has('snow') ? snow(stage) : '')
  );
};
