/** Sky, sun and moon, stars, clouds; and the void of space. */
import { type Colour, lch, mix, shade } from '../../drawing/colour.ts';
import { circle, clipped, curve, ellipse, linear, path, type Point, radial, rect } from '../../drawing/svg.ts';
import type { Stage } from '../../drawing/stage.ts';

/** A soft round light. */
export const glow = (stage: Stage, x: number, y: number, radius: number, colour: Colour, strength: number): string => {
  const id = stage.id();
  return (
    radial(id, [
      [0, colour, strength],
      [0.35, colour, strength * 0.42],
      [1, colour, 0],
    ]) + circle(x, y, radius, { gradient: id })
  );
};

const disc = (stage: Stage): string => {
  const { intent, palette, light, w, h } = stage;
  if (intent.weather.has('storm') || intent.weather.has('rain') || intent.weather.has('clouds')) return '';
  const size = Math.min(w, h);
  if (intent.time !== 'night') {
    const radius = size * (intent.time === 'day' ? 0.04 : 0.075);
    return (
      glow(stage, light.x, light.y, size * 0.8, palette.key, 0.75) +
      circle(light.x, light.y, radius, shade(palette.key, 0.6))
    );
  }
  const radius = size * 0.055;
  const face = shade(palette.key, 0.45);
  return (
    glow(stage, light.x, light.y, size * 0.5, palette.key, 0.5) +
    circle(light.x, light.y, radius, face) +
    circle(light.x - radius * 0.3, light.y - radius * 0.2, radius * 0.22, mix(face, palette.zenith, 0.16)) +
    circle(light.x + radius * 0.34, light.y + radius * 0.3, radius * 0.3, mix(face, palette.zenith, 0.13))
  );
};

const stars = (stage: Stage, bottom: number, count: number): string => {
  const random = stage.random('stars');
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const y = bottom * random.next() ** 1.3;
    out += circle(
      stage.w * random.next(),
      y,
      random.between(0.6, 2.1),
      shade(stage.palette.key, 0.5),
      random.between(0.35, 1),
    );
  }
  return out;
};

const cloud = (x: number, y: number, width: number, colour: Colour, under: Colour, stage: Stage): string => {
  const random = stage.random(`cloud ${String(Math.round(x))}`);
  let out = '';
  const lumps = random.whole(5, 8);
  for (let i = 0; i < lumps; i += 1) {
    const t = (i + 0.5) / lumps;
    const bulge = Math.sin(t * Math.PI);
    const rx = width * random.between(0.1, 0.17) * (0.6 + bulge);
    const ry = width * random.between(0.035, 0.075) * (0.5 + bulge);
    const cx = x + (t - 0.5) * width;
    out += ellipse(cx, y + ry * 0.5, rx, ry * 0.8, under, 0.75);
    out += ellipse(cx + random.between(-6, 6), y - ry * bulge * 0.35, rx * 0.92, ry, colour, 0.82);
  }
  return out;
};

const clouds = (stage: Stage): string => {
  const { intent, palette, w, horizon } = stage;
  const random = stage.random('clouds');
  const heavy = intent.weather.has('storm') || intent.weather.has('clouds') || intent.weather.has('rain');
  const count = heavy ? random.whole(7, 10) : intent.time === 'night' ? random.whole(1, 3) : random.whole(2, 5);
  const base = heavy ? mix(palette.zenith, palette.horizon, 0.35) : mix(palette.horizon, palette.key, 0.55);
  const bright =
    intent.time === 'night'
      ? mix(palette.zenith, palette.horizon, 0.55)
      : heavy
        ? shade(base, 0.16)
        : shade(base, 0.35);
  const under = heavy ? shade(palette.zenith, -0.22) : mix(palette.zenith, palette.horizon, 0.55);
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const t = random.next();
    const y = horizon * (heavy ? 0.05 + 0.6 * t : 0.1 + 0.68 * t);
    out += cloud(
      w * random.between(-0.05, 1.05),
      y,
      w * random.between(0.18, 0.42) * (1.15 - t * 0.6),
      bright,
      under,
      stage,
    );
  }
  return out;
};

/** Long thin streaks above the horizon at dawn and dusk. */
const streaks = (stage: Stage): string => {
  const { palette, w, horizon } = stage;
  const random = stage.random('streaks');
  let out = '';
  for (let i = 0; i < 9; i += 1) {
    const y = horizon * random.between(0.35, 0.95);
    const x = w * random.between(-0.1, 0.8);
    const length = w * random.between(0.15, 0.5);
    const thick = random.between(2, 9);
    const points: Point[] = [
      [x, y],
      [x + length * 0.4, y - thick],
      [x + length, y + 1],
    ];
    const colour = mix(mix(palette.zenith, palette.accent, 0.25), palette.key, random.between(0.1, 0.7));
    out += path(`${curve(points)}L${String(Math.round(x))} ${String(Math.round(y + thick))}Z`, colour, 0.5);
  }
  return out;
};

/** The sky over the whole picture; the ground is painted over it. */
export const sky = (stage: Stage): string => {
  const { intent, palette, w, h, horizon } = stage;
  const id = stage.id();
  const low = intent.time === 'dawn' || intent.time === 'dusk';
  const middle = mix(palette.zenith, palette.horizon, low ? 0.45 : 0.55);
  const open = !intent.weather.has('storm') && !intent.weather.has('rain') && !intent.weather.has('clouds');
  return (
    linear(id, [
      [0, palette.zenith],
      [0.62, middle],
      [1, palette.horizon],
    ]) +
    rect(0, 0, w, Math.min(h, horizon + 2), { gradient: id }) +
    rect(0, horizon, w, h - horizon, palette.horizon) +
    (intent.time === 'night' && open ? stars(stage, horizon, 150) : '') +
    disc(stage) +
    (low && open ? streaks(stage) : '') +
    clouds(stage)
  );
};

/** Stars, a nebula, a planet's limb. */
export const space = (stage: Stage): string => {
  const { palette, w, h, light } = stage;
  const random = stage.random('space');
  const dark = lch(0.16, 0.04, 275);
  const size = Math.min(w, h);
  let nebula = '';
  for (let i = 0; i < 6; i += 1) {
    const colour = mix(palette.accent, palette.zenith, random.next());
    nebula += glow(
      stage,
      w * random.next(),
      h * random.next(),
      size * random.between(0.3, 0.7),
      colour,
      random.between(0.16, 0.4),
    );
  }
  const radius = size * random.between(0.5, 0.85);
  const [x, y] = [w * (light.side > 0 ? 0.24 : 0.76), h * random.between(0.95, 1.15)];
  const globe = palette.tint(lch(0.62, 0.09, random.between(30, 260)), 0, 0.7);
  const id = stage.id();
  let bands = '';
  for (let i = 0; i < 7; i += 1) {
    bands += ellipse(
      x,
      y - radius + radius * random.between(0.1, 1.2),
      radius,
      radius * random.between(0.02, 0.07),
      shade(globe, random.between(-0.25, 0.2)),
      0.5,
    );
  }
  const shadow = stage.id();
  return (
    rect(0, 0, w, h, dark) +
    nebula +
    stars(stage, h, 320) +
    glow(stage, light.x, h * 0.2, size * 0.4, palette.key, 0.9) +
    circle(light.x, h * 0.2, size * 0.018, shade(palette.key, 0.8)) +
    glow(stage, x, y, radius * 1.16, shade(globe, 0.4), 0.75) +
    clipped(
      id,
      circle(x, y, radius, dark),
      circle(x, y, radius, globe) + bands,
      linear(
        shadow,
        [
          [0, dark, light.side > 0 ? 0.85 : 0],
          [1, dark, light.side > 0 ? 0 : 0.85],
        ],
        [1, 0],
      ),
      circle(x, y, radius, { gradient: shadow }),
    )
  );
};
