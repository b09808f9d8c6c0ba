/** The colours of a panel: the time of day lights it, moods and words bend it, references pull it to theirs. */
import { type Colour, lch, mix, shade, withChroma } from './colour.ts';
import type { Intent } from './intent.ts';
import type { Random } from '../../prompt/random.ts';
import { type Hue, type Mood, MOODS_SHOWN_MAX } from '../words/look.ts';
import type { TimeOfDay } from '../words/places.ts';

/** One colour of a reference and the share of its area. */
export type Swatch = { readonly colour: Colour; readonly share: number };

export type Palette = {
  readonly zenith: Colour;
  readonly horizon: Colour;
  /** Light that falls on things, and the light of lamps and windows. */
  readonly key: Colour;
  readonly lamp: Colour;
  readonly accent: Colour;
  /** The darkest line. */
  readonly ink: Colour;
  /**
   * The colour of a thing of this local colour here. `depth` 0 (at the lens) to 1 (at the horizon) fades it into the
   * air. `lit` 0 (in shadow) to 1 (in full light); 0.5 is its plain side.
   */
  tint(local: Colour, depth?: number, lit?: number): Colour;
  /** The same for skin, which keeps some of its warmth in any light. */
  skin(local: Colour, depth?: number, lit?: number): Colour;
};

type Light = {
  readonly zenith: Colour;
  readonly horizon: Colour;
  readonly key: Colour;
  readonly shadow: Colour;
  /** How far local colours give way to the light's, and how bright they are. */
  readonly cast: number;
  readonly level: number;
};

const LIGHTS: Readonly<Record<TimeOfDay, Light>> = {
  dawn: {
    zenith: lch(0.6, 0.07, 275),
    horizon: lch(0.88, 0.09, 60),
    key: lch(0.9, 0.1, 65),
    shadow: lch(0.36, 0.06, 285),
    cast: 0.32,
    level: 0.86,
  },
  day: {
    zenith: lch(0.68, 0.1, 240),
    horizon: lch(0.92, 0.035, 225),
    key: lch(0.97, 0.035, 95),
    shadow: lch(0.38, 0.05, 265),
    cast: 0.14,
    level: 1,
  },
  dusk: {
    zenith: lch(0.45, 0.1, 300),
    horizon: lch(0.8, 0.14, 52),
    key: lch(0.84, 0.14, 58),
    shadow: lch(0.3, 0.08, 300),
    cast: 0.42,
    level: 0.74,
  },
  night: {
    zenith: lch(0.24, 0.06, 268),
    horizon: lch(0.44, 0.075, 248),
    key: lch(0.78, 0.06, 235),
    shadow: lch(0.17, 0.05, 270),
    cast: 0.5,
    level: 0.52,
  },
};

type Bend = { readonly chroma: number; readonly toward: Colour; readonly share: number };

const BENDS: Readonly<Record<Mood, Bend>> = {
  tense: { chroma: 0.72, toward: lch(0.4, 0.06, 215), share: 0.2 },
  horror: { chroma: 0.6, toward: lch(0.34, 0.07, 150), share: 0.26 },
  sad: { chroma: 0.55, toward: lch(0.5, 0.05, 250), share: 0.24 },
  warm: { chroma: 1.15, toward: lch(0.78, 0.12, 68), share: 0.2 },
  romantic: { chroma: 1.1, toward: lch(0.74, 0.11, 10), share: 0.22 },
  epic: { chroma: 1.12, toward: lch(0.66, 0.1, 60), share: 0.1 },
  neon: { chroma: 1.35, toward: lch(0.42, 0.16, 310), share: 0.3 },
  western: { chroma: 1, toward: lch(0.66, 0.11, 68), share: 0.3 },
  noir: { chroma: 0.35, toward: lch(0.35, 0.02, 255), share: 0.15 },
  dreamy: { chroma: 0.85, toward: lch(0.82, 0.08, 320), share: 0.24 },
  luxury: { chroma: 0.7, toward: lch(0.5, 0.04, 75), share: 0.15 },
  calm: { chroma: 0.85, toward: lch(0.76, 0.05, 205), share: 0.14 },
};

const HUES: Readonly<Record<Hue, number>> = {
  red: 25,
  orange: 55,
  yellow: 92,
  green: 145,
  teal: 195,
  blue: 255,
  purple: 305,
  pink: 355,
};

/** The colour of the references that a colour is drawn to: those most like it weigh most, and those with most area. */
const neighbour = (colour: Colour, swatches: readonly Swatch[]): Colour => {
  let [weights, a, b] = [0, 0, 0];
  for (const { colour: other, share } of swatches) {
    const distance = (other.l - colour.l) ** 2 + (other.a - colour.a) ** 2 + (other.b - colour.b) ** 2;
    const weight = share / (0.004 + distance) ** 1.5;
    weights += weight;
    a += other.a * weight;
    b += other.b * weight;
  }
  return { l: colour.l, a: a / weights, b: b / weights };
};

const chromaOf = ({ finish }: Intent): number => {
  if (finish.has('monochrome')) return 0.06;
  return (finish.has('muted') ? 0.6 : 1) * (finish.has('vivid') ? 1.45 : 1) * (finish.has('sketch') ? 0.55 : 1);
};

/** Everything that is painted goes through this: moods, finish, the references' pull. */
const gradeOf = (intent: Intent, drift: number, swatches: readonly Swatch[], adherence: number) => {
  const chroma = chromaOf(intent);
  const moods = [...intent.moods].slice(0, MOODS_SHOWN_MAX).map((mood) => BENDS[mood]);
  return (colour: Colour): Colour => {
    let graded = colour;
    for (const { chroma: factor, toward, share } of moods) {
      graded = mix(withChroma(graded, factor), { ...toward, l: graded.l }, share);
    }
    graded = withChroma(turned(graded, drift), chroma);
    if (intent.finish.has('sepia')) graded = mix(withChroma(graded, 0.2), lch(graded.l, 0.06, 75), 0.8);
    return swatches.length === 0 ? graded : mix(graded, neighbour(graded, swatches), 0.8 * adherence);
  };
};

const turned = ({ l, a, b }: Colour, degrees: number): Colour => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { l, a: a * cos - b * sin, b: a * sin + b * cos };
};

const clouded = (light: Light, intent: Intent): Light => {
  const grey = intent.weather.has('storm')
    ? 0.65
    : intent.weather.has('rain') || intent.weather.has('clouds')
      ? 0.45
      : intent.weather.has('snow')
        ? 0.3
        : 0;
  if (grey === 0) return light;
  const dim = (colour: Colour): Colour => mix(colour, lch(colour.l * (1 - grey * 0.28), 0.02, 250), grey);
  return { ...light, zenith: dim(light.zenith), horizon: dim(light.horizon), key: dim(light.key) };
};

/**
 * `swatches` are the references' colours, `adherence` how closely they are followed (0 to 1).
 * The seed turns all hues a little, so that two takes of one prompt differ in colour too.
 */
export const paletteOf = (intent: Intent, random: Random, swatches: readonly Swatch[], adherence: number): Palette => {
  const light = clouded(LIGHTS[intent.time], intent);
  const grade = gradeOf(intent, random.between(-14, 14), swatches, adherence);
  const hue = intent.hue === null ? random.pick([25, 45, 80, 190, 330]) : HUES[intent.hue];
  const neon = intent.moods.has('neon');
  const air = intent.weather.has('fog') || intent.weather.has('dust') ? 0.92 : 0.72;
  const level = light.level * random.between(0.94, 1.06);

  const tint = (local: Colour, depth = 0, lit = 0.5): Colour => {
    const there = { l: local.l * level, a: local.a * level, b: local.b * level };
    const cast = mix(there, { ...light.key, l: there.l }, light.cast);
    const modelled =
      lit >= 0.5
        ? mix(cast, mix(cast, light.key, 0.62), (lit - 0.5) * 1.5)
        : mix(cast, light.shadow, (0.5 - lit) * 1.35);
    return grade(mix(modelled, mix(light.horizon, light.zenith, 0.25), depth * air));
  };

  return {
    zenith: grade(intent.hue === null ? light.zenith : mix(light.zenith, lch(light.zenith.l, 0.13, hue), 0.35)),
    horizon: grade(neon ? mix(light.horizon, lch(0.55, 0.2, 335), 0.5) : light.horizon),
    key: grade(light.key),
    lamp: grade(neon ? lch(0.82, 0.16, random.pick([195, 330, 310])) : lch(0.87, 0.12, 78)),
    accent: grade(lch(neon ? 0.7 : 0.58, neon ? 0.22 : 0.16, hue)),
    ink: grade(shade(light.shadow, -0.55)),
    tint,
    skin: (local, depth, lit) => {
      const there = tint(local, depth, lit);
      return mix(there, { ...mix(local, there, chromaOf(intent) < 0.3 ? 1 : 0), l: there.l }, 0.38);
    },
  };
};
