/** A brief becomes notes, bar by bar. Pure: the same brief, length and key give the same piece. */
import { randomFrom } from '../prompt/random.ts';
import type { Brief } from './brief.ts';
import { formOf, type Section, type SectionKind } from './form.ts';
import { chordSteps, keyOfStep, nearest, progressions, voiced } from './harmony.ts';
import { type Instrument, instruments, type Role } from './instruments.ts';
import { type Bar, channels, type Note, STEPS_PER_BEAT, strokesOf } from './note.ts';
import { bassOf, chordsOf, drumsOf, padOf } from './accompaniment.ts';
import { type MelodyBar, melodyOf } from './melody.ts';

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
