/** Chords, pads, the bass and the drums of one bar. */
import { type Key, keyOfStep, nearest, voiced } from './harmony.ts';
import type { Instrument } from './instruments.ts';
import { type Bar, channels, type Note, strokesOf } from './note.ts';
import { bassBars, type Beat, beats, chordBars, crash, fill, type Strokes } from './patterns.ts';
import type { Ensemble } from './words.ts';

const CHORDS_AROUND = 60;
const PAD_AROUND = 58;
const BASS_AROUND = 38;
/** Sixteenths between two notes of a broken chord. */
const BROKEN_EVERY = 2;
const STROKE_STRONG = 100;
const STROKE_WEAK = 72;
const STROKE_SECONDS = 0.1;

type Player = { readonly instrument: Instrument; readonly key: Key; readonly level: number };

const whole = (bar: Bar) => {
  const at = bar.steps[0] ?? 0;
  return { at, lasts: (bar.steps.at(-1) ?? at) - at };
};

export const padOf = (bar: Bar, { instrument, key, level }: Player): readonly Note[] =>
  voiced(key, bar.chord, PAD_AROUND, instrument.low, instrument.high).map((pitch) => ({
    ...whole(bar),
    channel: channels.pad,
    key: pitch,
    velocity: 44 + 30 * level,
  }));

export const chordsOf = (bar: Bar, player: Player, playing: Ensemble['playing']): readonly Note[] => {
  const { instrument, key, level } = player;
  const keys = voiced(key, bar.chord, CHORDS_AROUND, instrument.low, instrument.high);
  const channel = channels.chords;
  if (playing === 'held') {
    return keys.map((pitch) => ({ ...whole(bar), channel, key: pitch, velocity: 50 + 30 * level }));
  }
  if (playing === 'broken') return broken(bar, keys, level);
  return strokesOf(bar, chordBars[playing]).flatMap(({ at, lasts, strong }) =>
    keys.map((pitch, n) => ({
      // A strum takes its time from string to string.
      at: at + (playing === 'strummed' ? 0.012 * n : 0),
      lasts: lasts * 0.9,
      channel,
      key: pitch,
      velocity: (strong ? 66 : 54) + 30 * level,
    })),
  );
};

/** Up and down the chord, each note held to the end of the bar as by a pedal. */
const broken = (bar: Bar, keys: readonly number[], level: number): readonly Note[] => {
  const up = [...keys, (keys[0] ?? CHORDS_AROUND) + 12];
  const way = [...up, ...up.slice(1, -1).toReversed()];
  const end = bar.steps.at(-1) ?? 0;
  return bar.steps.slice(0, -1).flatMap((at, n) => {
    const key = way[(n / BROKEN_EVERY) % way.length];
    if (n % BROKEN_EVERY !== 0 || key === undefined) return [];
    const velocity = (n === 0 ? 62 : 52) + 28 * level;
    return [{ at, lasts: Math.min(end - at, 1.2), channel: channels.chords, key, velocity }];
  });
};

export const bassOf = (bar: Bar, { instrument, key, level }: Player): readonly Note[] => {
  const rhythm = bassBars[Math.min(bassBars.length - 1, Math.floor(level * bassBars.length))] ?? bassBars[0];
  const [root = 0, , fifth = 4] = bar.chord;
  const low = nearest(keyOfStep(key, root), BASS_AROUND, instrument.low, instrument.high);
  const high = nearest(keyOfStep(key, fifth), low, instrument.low, instrument.high);
  return strokesOf(bar, rhythm).map(({ place, at, lasts }) => ({
    at,
    lasts: lasts * 0.95,
    channel: channels.bass,
    key: place === 8 && rhythm !== bassBars.at(-1) ? high : low,
    velocity: 74 + 26 * level,
  }));
};

/** The beat, a fill at the end of a section, a crash at its beginning. */
export const drumsOf = (bar: Bar, beat: Beat, level: number, isLoud: boolean): readonly Note[] => {
  const strokes: Strokes = [
    ...(bar.isLast && level > 0.5 ? fill : beats[beat]),
    ...(bar.isFirst && isLoud ? crash : []),
  ];
  return strokes.flatMap(([key, rhythm]) =>
    strokesOf(bar, rhythm).map(({ at, strong }) => ({
      at,
      lasts: STROKE_SECONDS,
      channel: channels.drums,
      key,
      velocity: (strong ? STROKE_STRONG : STROKE_WEAK) * (0.6 + 0.4 * level),
    })),
  );
};
