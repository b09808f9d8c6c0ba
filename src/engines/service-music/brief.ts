/** The wish of a prompt, as far as this engine can play it. Pure and total: any text gives a brief. */
import type { MusicRequest } from '../../ports/engine.ts';
import { type Random, randomFrom } from '../prompt/random.ts';
import { entries, mentionsOf, type Phrases, phrasesOf, wordsOf } from '../prompt/words.ts';
import type { Key } from './harmony.ts';
import { drumWords, type InstrumentName, instruments, instrumentWords, type Role } from './instruments.ts';
import type { Beat } from './patterns.ts';
import {
  characters,
  type Ensemble,
  ensembles,
  type Mood,
  moodWords,
  paces,
  paceWords,
  type Style,
  styleWords,
  stylesByMood,
  waltzWords,
} from './words.ts';

export type Brief = {
  readonly mood: Mood;
  readonly style: Style;
  readonly key: Key;
  readonly bpm: number;
  readonly beatsPerBar: 3 | 4;
  /** 0 to 1. */
  readonly energy: number;
  readonly players: Readonly<Record<Role, InstrumentName | null>>;
  readonly beat: Beat | null;
  readonly playing: Ensemble['playing'];
};

const BPM_MIN = 40;
const BPM_MAX = 220;
const BPM = /(?<!\d)(\d{2,3})\s{0,3}(?:bpm|beats per minute)/iu;
const ROLES: readonly Role[] = ['lead', 'chords', 'pad', 'bass'];
const ALONE = 'solo, alone, only, unaccompanied';
/** Keys of the tonics, from F below to E above middle C. */
const TONICS = [53, 64] as const;
/** Below it nothing is beaten, unless drums or a style with them are asked for. */
const BEAT_ENERGY_MIN = 0.25;
const DEFAULT_MOODS = ['hopeful', 'calm', 'mysterious', 'romantic', 'happy'] as const;

type Said = { readonly said: Phrases; readonly negated: Phrases };

const hears = (phrases: Phrases, list: string): boolean => entries(list).some((phrase) => phrases.has(phrase));

export const briefOf = ({ prompt, instrumental, seed }: MusicRequest): Brief => {
  const words = wordsOf(prompt);
  const said = phrasesOf(words, 'said');
  const heard: Said = { said, negated: phrasesOf(words, 'negated') };
  const random = randomFrom(`${seed}\n${prompt}`, 'brief');
  const mood = mentionsOf(moodWords, said)[0]?.meaning ?? random.pick(DEFAULT_MOODS);
  const style = mentionsOf(styleWords, said)[0]?.meaning ?? random.pick(stylesByMood[mood]);
  const { scale, energy } = characters[mood];
  return {
    mood,
    style,
    key: { scale, tonic: random.whole(...TONICS) },
    bpm: bpmOf(prompt, said, mood, random),
    beatsPerBar: hears(said, waltzWords) ? 3 : 4,
    energy,
    players: playersOf(heard, ensembles[style], instrumental),
    beat: beatOf(heard, ensembles[style], energy),
    playing: ensembles[style].playing,
  };
};

const bpmOf = (prompt: string, said: Phrases, mood: Mood, random: Random): number => {
  const [, told] = BPM.exec(prompt) ?? [];
  if (told !== undefined) return Math.max(BPM_MIN, Math.min(BPM_MAX, Number(told)));
  const pace = mentionsOf(paceWords, said)[0]?.meaning;
  return random.whole(...(pace === undefined ? characters[mood].bpm : paces[pace]));
};

/** Instruments that are named take their roles, in the order of mention; the others come from the ensemble. */
const playersOf = ({ said, negated }: Said, ensemble: Ensemble, instrumental: boolean): Brief['players'] => {
  const unwanted = new Set(mentionsOf(instrumentWords, negated).map(({ meaning }) => meaning));
  const allowed = (name: InstrumentName): boolean => !unwanted.has(name) && !(instrumental && name === 'choir');
  const taken: Partial<Record<Role, InstrumentName>> = {};
  const named = mentionsOf(instrumentWords, said).filter(({ meaning }) => allowed(meaning));
  // A longer phrase at the same word is the instrument that was meant: "bass guitar" is no guitar.
  const meant = named.filter(({ at }, n) => named[n - 1]?.at !== at && !isInside(at, named.slice(0, n)));
  for (const { meaning } of meant) {
    const role = instruments[meaning].roles.find((wanted) => taken[wanted] === undefined);
    if (role !== undefined) taken[role] = meaning;
  }
  const alone = hears(said, ALONE) && meant.length > 0;
  const usual = (role: Role): InstrumentName | null => {
    const name = ensemble[role];
    if (alone || name === null || !allowed(name)) return null;
    return role === 'pad' && meant.length > 1 ? null : name;
  };
  const players = Object.fromEntries(ROLES.map((role) => [role, taken[role] ?? usual(role)]));
  return atLeastOne(players as Record<Role, InstrumentName | null>);
};

const isInside = (at: number, earlier: readonly { readonly at: number; readonly phrase: string }[]): boolean =>
  earlier.some((one) => at > one.at && at < one.at + one.phrase.split(' ').length);

/** A prompt that wants none of its instruments is played all the same. */
const atLeastOne = (players: Record<Role, InstrumentName | null>): Brief['players'] =>
  ROLES.some((role) => players[role] !== null) ? players : { ...players, chords: 'piano' };

const beatOf = ({ said, negated }: Said, { beat }: Ensemble, energy: number): Beat | null => {
  if (hears(negated, drumWords)) return null;
  if (hears(said, drumWords)) return beat ?? 'pop';
  const isQuiet = energy < BEAT_ENERGY_MIN && mentionsOf(styleWords, said).length === 0;
  return isQuiet || hears(said, ALONE) ? null : beat;
};
