/** A brief becomes notes, bar by bar. Pure: the same brief, length and key give the same piece. */
import { type Random, randomFrom } from '../prompt/random.ts';
import type { Brief } from './brief.ts';
import { chordSteps, keyOfStep, nearest, progressions, voiced } from './harmony.ts';
import { type Instrument, instruments, type Role } from './instruments.ts';
import { type Bar, channels, type Note, STEPS_PER_BEAT, strokesOf } from './note.ts';
import { bassOf, chordsOf, drumsOf, padOf } from './accompaniment.ts';
import { melodyBars } from './patterns.ts';

/** The last chord rings at least so long, or for this share of a short piece. */
const RING_SECONDS = 2.5;
const RING_SHARE = 0.3;
const SWING = 0.18;
const LEAD_AROUND = 69;
/** Hands are never quite even. */
const UNEVEN_VELOCITY = 6;

/** The players of a section, and the share of the energy that it has. */
const scoring: Readonly<Record<SectionKind, { readonly roles: readonly Role[]; drums: boolean; level: number }>> = {
  intro: { roles: ['chords', 'pad'], drums: false, level: 0.6 },
  theme: { roles: ['lead', 'chords', 'bass', 'pad'], drums: true, level: 0.8 },
  chorus: { roles: ['lead', 'chords', 'bass', 'pad'], drums: true, level: 1 },
  bridge: { roles: ['chords', 'bass', 'pad'], drums: false, level: 0.65 },
};

/** The notes of each bar, in the order of their beginnings; the last of all is the closing chord. */
export function* compose(brief: Brief, seconds: number, key: string): Generator<readonly Note[]> {
  const barSeconds = (60 / brief.bpm) * brief.beatsPerBar;
  const ring = Math.min(RING_SECONDS, seconds * RING_SHARE);
  const bars = Math.max(0, Math.floor((seconds - ring) / barSeconds));
  const random = randomFrom(key, 'hands');
  const uneven = (notes: readonly Note[]): readonly Note[] =>
    notes.map((note) => ({ ...note, velocity: evened(note.velocity + random.between(-1, 1) * UNEVEN_VELOCITY) }));
  const sorted = (notes: readonly Note[]): readonly Note[] => uneven(notes).toSorted((a, b) => a.at - b.at);
  let begins = 0;
  for (const section of formOf(bars)) {
    for (const notes of barsOf(brief, section, begins, key)) yield sorted(notes);
    begins += section.bars * barSeconds;
  }
  yield sorted(closing(brief, begins, seconds - begins));
}

const evened = (velocity: number): number => Math.max(1, Math.min(127, Math.round(velocity)));

function* barsOf(brief: Brief, section: Section, begins: number, key: string): Generator<readonly Note[]> {
  const { kind, cycle } = section;
  const random = randomFrom(key, `${kind} ${cycle}`);
  const progression = random.pick(progressions[brief.key.scale]);
  const chords = Array.from({ length: section.bars }, (_, n) =>
    chordSteps(progression[n % progression.length] ?? 0, brief.style === 'jazz' || brief.style === 'hiphop'),
  );
  const melody = melodyOf(chords, brief.energy, random);
  for (const [n, chord] of chords.entries()) {
    const bar: Bar = {
      steps: stepsOf(brief, begins, n),
      chord,
      isFirst: n === 0,
      isLast: n === section.bars - 1,
    };
    yield barNotes(brief, section, bar, melody[n]);
  }
}

/** The beginnings of the sixteenths of a bar; swung eighths are late. */
const stepsOf = ({ bpm, beatsPerBar, style }: Brief, begins: number, bar: number): readonly number[] => {
  const sixteenth = 60 / bpm / STEPS_PER_BEAT;
  const count = beatsPerBar * STEPS_PER_BEAT;
  return Array.from({ length: count + 1 }, (_, n) => {
    const late = style === 'jazz' && n % STEPS_PER_BEAT >= STEPS_PER_BEAT / 2 ? SWING * STEPS_PER_BEAT : 0;
    return begins + (bar * count + n + late) * sixteenth;
  });
};

const barNotes = (brief: Brief, { kind }: Section, bar: Bar, melody: MelodyBar | undefined): readonly Note[] => {
  const { roles, drums, level: share } = scoring[kind];
  const level = brief.energy * share;
  const plays = (role: Role): Instrument | null => {
    const name = brief.players[role];
    // Where nothing accompanies, the lead is there from the beginning.
    const isAlone = role === 'lead' && brief.players.chords === null && brief.players.pad === null;
    return name !== null && (roles.includes(role) || isAlone) ? instruments[name] : null;
  };
  const player = (role: Role) => {
    const instrument = plays(role);
    return instrument === null ? null : { instrument, key: brief.key, level };
  };
  const [lead, chords, pad, bass] = [player('lead'), player('chords'), player('pad'), player('bass')];
  return [
    ...(lead === null || melody === undefined ? [] : leadOf(bar, melody, lead.instrument, brief, kind === 'chorus')),
    ...(chords === null ? [] : chordsOf(bar, chords, brief.playing)),
    ...(pad === null ? [] : padOf(bar, pad)),
    ...(bass === null ? [] : bassOf(bar, bass)),
    ...(drums && brief.beat !== null ? drumsOf(bar, brief.beat, level, kind === 'chorus') : []),
  ];
};

const leadOf = (bar: Bar, { rhythm, steps }: MelodyBar, instrument: Instrument, brief: Brief, isHigh: boolean) => {
  const middle = (instrument.low + instrument.high) / 2;
  const around = Math.min(LEAD_AROUND, middle) + (isHigh ? 5 : 0);
  const base = nearest(brief.key.tonic, around, instrument.low, instrument.high);
  const key = { ...brief.key, tonic: base };
  return strokesOf(bar, rhythm).map(({ at, lasts, place }, n): Note => {
    const pitch = keyOfStep(key, steps[n] ?? 0);
    return {
      at,
      lasts: lasts * 0.96,
      channel: channels.lead,
      key: nearest(pitch, pitch, instrument.low, instrument.high),
      velocity: (place % 8 === 0 ? 88 : 78) + 18 * brief.energy,
    };
  });
};

/** The chord of the tonic, by all that play. */
const closing = (brief: Brief, at: number, lasts: number): readonly Note[] => {
  const chord = chordSteps(0, false);
  const held = { at, lasts };
  const notes = (Object.keys(brief.players) as Role[]).flatMap((role): readonly Note[] => {
    const name = brief.players[role];
    if (name === null) return [];
    const { low, high } = instruments[name];
    const around = role === 'bass' ? low + 8 : Math.min(62, (low + high) / 2);
    const keys = voiced(brief.key, role === 'lead' || role === 'bass' ? [0] : chord, around, low, high);
    return keys.map((key) => ({ ...held, channel: channels[role], key, velocity: 70 + 20 * brief.energy }));
  });
  const crash = { at, lasts: 0.1, channel: channels.drums, key: 49, velocity: 60 + 40 * brief.energy };
  return brief.beat === null || brief.energy < 0.5 ? notes : [...notes, crash];
};

type SectionKind = 'intro' | 'theme' | 'chorus' | 'bridge';

type Section = {
  readonly kind: SectionKind;
  /** Sections of one kind and cycle have the same melody and chords. */
  readonly cycle: number;
  readonly bars: number;
};

const BLOCK_BARS = 8;
const INTRO_FROM_BARS = 8;
const LONG_INTRO_FROM_BARS = 24;
const ORDER: readonly SectionKind[] = ['theme', 'chorus', 'theme', 'bridge', 'chorus'];

/** Sections with so many bars in all. */
export const formOf = (bars: number): readonly Section[] => {
  const introBars = bars < INTRO_FROM_BARS ? 0 : bars < LONG_INTRO_FROM_BARS ? 2 : 4;
  const sections: Section[] = introBars === 0 ? [] : [{ kind: 'intro', cycle: 0, bars: introBars }];
  for (let [n, left] = [0, bars - introBars]; left > 0; n += 1, left -= BLOCK_BARS) {
    const kind = ORDER[n % ORDER.length] ?? 'theme';
    sections.push({ kind, cycle: Math.floor(n / ORDER.length), bars: Math.min(BLOCK_BARS, left) });
  }
  return sections;
};

/** Of one bar: a rhythm, and a step of the scale for each of its strokes. */
type MelodyBar = { readonly rhythm: string; readonly steps: readonly number[] };

const PHRASE_BARS = 4;
/** Steps of the scale around the tonic that a melody keeps to. */
const LOW = -3;
const HIGH = 9;

const strokesIn = (rhythm: string): number => rhythm.replaceAll('.', '').length;

/** The nearest step that belongs to the chord, in any octave. */
const chordTone = (chord: readonly number[], near: number): number => {
  const tones = chord.flatMap((step) => [step - 7, step, step + 7]);
  return tones.reduce((best, tone) => (Math.abs(tone - near) < Math.abs(best - near) ? tone : best));
};

const rhythmOf = (energy: number, random: Random): string => {
  const busiest = melodyBars.length - 1;
  const level = Math.max(0, Math.min(busiest, Math.round(energy * busiest + random.between(-0.6, 0.6))));
  return random.pick(melodyBars[level] ?? ['x...............']);
};

const barOf = (rhythm: string, chord: readonly number[], from: number, random: Random): MelodyBar => {
  let at = chordTone(chord, from);
  const steps = Array.from({ length: strokesIn(rhythm) }, (_, n) => {
    if (n > 0) at += random.pick([-2, -1, -1, 1, 1, 2]);
    at = Math.max(LOW, Math.min(HIGH, at));
    return at;
  });
  return { rhythm, steps };
};

/** The same shape over another chord. */
const moved = ({ rhythm, steps }: MelodyBar, chord: readonly number[]): MelodyBar => {
  const [first = 0] = steps;
  const shift = chordTone(chord, first) - first;
  return { rhythm, steps: steps.map((step) => Math.max(LOW, Math.min(HIGH, step + shift))) };
};

const CLOSE: MelodyBar = { rhythm: 'x.......x.......', steps: [1, 0] };

/** A motif of two bars that is answered, repeated and closed. One bar for each chord. */
const melodyOf = (chords: readonly (readonly number[])[], energy: number, random: Random): MelodyBar[] => {
  const motif: MelodyBar[] = [];
  let from = random.whole(0, 4);
  return chords.map((chord, n) => {
    const place = n % PHRASE_BARS;
    const known = motif[place];
    if (n === chords.length - 1 && n > 0) return CLOSE;
    // The second phrase begins as the first did, and goes on by itself.
    const bar =
      known !== undefined && (place < 2 || random.chance(0.5))
        ? moved(known, chord)
        : barOf(rhythmOf(energy, random), chord, from, random);
    motif[place] ??= bar;
    from = bar.steps.at(-1) ?? from;
    return bar;
  });
};
