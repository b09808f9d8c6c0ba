/** The intent of a prompt, as far as a draft panel can show it. Pure and total: any text gives an intent. */
import { sha256 } from '../../../kernel/canonical-json.ts';
import type { ImageRequest } from '../../../ports/engine.ts';
import {
  type Angle,
  angles,
  type Condition,
  conditions,
  type Correction,
  corrections,
  type Finish,
  finishes,
  type Framing,
  framings,
  type Hue,
  hues,
  type Mood,
  moods,
  unwanted,
} from '../words/look.ts';
import { peopleOf, type Person } from '../words/people-of.ts';
import { crowds, kinds, type Posture, postures } from '../words/people.ts';
import {
  exteriors,
  type Interior,
  interiors,
  placeMarks,
  type Setting,
  type TimeOfDay,
  times,
  type Weather,
  weathers,
} from '../words/places.ts';
import { garments, hairs, headwear } from '../words/garments.ts';
import { type Prop, props } from '../words/things.ts';
import { entries, mentionsOf, type Phrases, phrasesOf, type Table, type Word, wordsOf } from '../../prompt/words.ts';

export type Intent = {
  readonly setting: Setting;
  readonly interior: boolean;
  readonly time: TimeOfDay;
  readonly weather: ReadonlySet<Weather>;
  readonly framing: Framing;
  readonly angle: Angle;
  readonly people: readonly Person[];
  /** In the order of mention, at least one. */
  readonly postures: readonly [Posture, ...(readonly Posture[])];
  readonly crowd: boolean;
  readonly props: readonly Prop[];
  readonly moods: ReadonlySet<Mood>;
  readonly hue: Hue | null;
  readonly finish: ReadonlySet<Finish>;
  readonly conditions: ReadonlySet<Condition>;
  readonly corrections: ReadonlySet<Correction>;
  /** The words that the drawing's accidents follow from: all but the clauses that ask for a correction. */
  readonly essence: string;
};

const PROPS_MAX = 4;

/** Names of settings that often come along with a more exact one: "a city street", "a house in the snow". */
const VAGUE: ReadonlySet<Setting> = new Set<Setting>(['skyline', 'room', 'snowfield', 'studio']);
const VAGUE_COSTS_WORDS = 8;

const lexicon: ReadonlySet<string> = new Set(
  [exteriors, interiors, placeMarks, times, weathers, framings, angles, moods, hues, finishes, conditions, corrections]
    .concat([kinds, crowds, postures, garments, hairs, headwear, props] as never[])
    .flatMap((table) => Object.values(table as Table<string>))
    .flatMap(entries)
    .flatMap((phrase) => phrase.split(' ')),
);
const isKnown = (word: string): boolean => lexicon.has(word);

type Heard = { readonly said: Phrases; readonly refused: readonly Phrases[] };

/** Words that are mentioned and nowhere refused. */
const heard = <K extends string>(table: Table<K>, { said, refused }: Heard): readonly K[] => {
  const not = new Set(refused.flatMap((phrases) => mentionsOf(table, phrases).map(({ meaning }) => meaning)));
  return mentionsOf(table, said)
    .map(({ meaning }) => meaning)
    .filter((meaning) => !not.has(meaning));
};

const isInterior = (setting: Setting): setting is Interior => setting in interiors;

const OUTDOORS: ReadonlySet<Posture> = new Set<Posture>(['run', 'walk', 'ride', 'fight', 'raise']);

const settingOf = ({ said }: Heard, thing: Prop | undefined, hasPeople: boolean, posture: Posture): Setting => {
  const [mark] = mentionsOf(placeMarks, said);
  const found = [
    ...mentionsOf<Setting>(exteriors as Table<Setting>, said),
    ...mentionsOf<Setting>(interiors as Table<Setting>, said),
  ]
    .map(({ meaning, at, phrase }) => ({
      meaning,
      rank: at + (VAGUE.has(meaning) ? VAGUE_COSTS_WORDS : 0) - phrase.length / 100,
    }))
    .filter(({ meaning }) => mark === undefined || isInterior(meaning) === (mark.meaning === 'interior'))
    .sort((one, other) => one.rank - other.rank);
  if (found[0] !== undefined) return found[0].meaning;
  if (mark !== undefined) return mark.meaning === 'interior' ? 'room' : 'street';
  const home = thing === undefined ? undefined : SETTING_OF_PROP[thing];
  if (home !== undefined) return home;
  return hasPeople ? (OUTDOORS.has(posture) ? 'field' : 'room') : thing === undefined ? 'field' : 'studio';
};

/** Where a thing is at home when nothing says where it is. */
const SETTING_OF_PROP: Partial<Record<Prop, Setting>> = {
  car: 'road',
  truck: 'road',
  train: 'road',
  boat: 'sea',
  rocket: 'space',
  plane: 'field',
  tree: 'field',
  house: 'field',
  tower: 'mountains',
  tent: 'forest',
  horse: 'field',
  bird: 'sea',
  rock: 'desert',
  bridge: 'sea',
  bed: 'bedroom',
  lamp: 'street',
  sign: 'street',
  fire: 'field',
  balloon: 'field',
  umbrella: 'street',
  dog: 'field',
  window: 'room',
  door: 'corridor',
  cat: 'room',
};

/** An action of the whole body is shown with the whole body. */
const WHOLE: ReadonlySet<Posture> = new Set<Posture>([
  'run',
  'walk',
  'dance',
  'fight',
  'crouch',
  'lie',
  'raise',
  'ride',
  'sit',
]);

/** There is no room for whole bodies. */
const CRAMPED: ReadonlySet<Setting> = new Set<Setting>(['vehicle', 'compartment']);

const framingOf = (
  framing: Framing | undefined,
  people: number,
  things: number,
  posture: Posture,
  setting: Setting,
): Framing => {
  if (framing === 'shoulder' && people === 0) return 'medium';
  if ((framing === 'close' || framing === 'extreme') && people === 0) return things > 0 ? 'insert' : 'close';
  if (framing === 'insert' && things === 0) return people > 0 ? 'close' : 'wide';
  if (framing !== undefined) return framing;
  if (people === 0) return 'wide';
  return people > 2 || setting === 'space' || (WHOLE.has(posture) && !CRAMPED.has(setting)) ? 'full' : 'medium';
};

const sightOf = (setting: Setting, framing: Framing, heardAngles: readonly (keyof typeof angles)[]): Angle => {
  if (heardAngles[0] !== undefined) return heardAngles[0];
  return framing === 'aerial' && !isInterior(setting) ? 'high' : 'eye';
};

/** In a car, the car is where we are and no thing to be drawn. */
export const isPlaceItself = (thing: Prop, setting: Setting): boolean =>
  (CRAMPED.has(setting) && (thing === 'car' || thing === 'truck' || thing === 'train' || thing === 'plane')) ||
  (setting === 'compartment' && thing === 'window') ||
  (setting === 'bedroom' && thing === 'bed') ||
  (isInterior(setting) && thing === 'house');

/** Corrections that the text asks for, or that follow from the negative prompt. */
const correctionsOf = (all: Phrases, negative: Phrases): ReadonlySet<Correction> =>
  new Set([
    ...mentionsOf<Correction>(corrections, all).map(({ meaning }) => meaning),
    ...mentionsOf<Correction>(unwanted, negative).map(({ meaning }) => meaning),
  ]);

const essenceOf = (words: readonly Word[], fallback: string): string => {
  const asks = new Set((Object.values(corrections) as string[]).flatMap(entries));
  const correcting = new Set<number>();
  for (const [phrase, clauses] of clausesOf(words))
    if (asks.has(phrase)) for (const clause of clauses) correcting.add(clause);
  const kept = words.filter(({ clause }) => !correcting.has(clause)).map(({ lower }) => lower);
  return kept.length > 0 ? kept.join(' ') : sha256(fallback);
};

function* clausesOf(words: readonly Word[]): Generator<readonly [phrase: string, clauses: readonly number[]]> {
  for (const [start, { clause }] of words.entries()) {
    let phrase = '';
    for (const word of words.slice(start, start + 3)) {
      if (word.clause !== clause) break;
      phrase = phrase === '' ? word.lower : `${phrase} ${word.lower}`;
      yield [phrase, [clause]];
    }
  }
}

/** Reads prompt, style notes and negative prompt; sizes, seed and references play no part. */
export const intentOf = (request: Pick<ImageRequest, 'prompt' | 'negativePrompt' | 'styleNotes'>): Intent => {
  const words = wordsOf(request.prompt);
  const style = wordsOf(request.styleNotes ?? '');
  const negative = phrasesOf(wordsOf(request.negativePrompt ?? ''), 'all');
  const scene: Heard = { said: phrasesOf(words, 'said'), refused: [negative, phrasesOf(words, 'negated')] };
  const look: Heard = {
    said: new Map([...phrasesOf(style, 'said'), ...scene.said]),
    refused: [...scene.refused, phrasesOf(style, 'negated')],
  };

  const refusedKinds = new Set(
    scene.refused.flatMap((phrases) => mentionsOf(kinds, phrases).map(({ meaning }) => meaning)),
  );
  const people = refusedKinds.has('person')
    ? []
    : peopleOf(words, isKnown).filter(({ kind }) => !refusedKinds.has(kind));
  const [posture = 'stand', ...others] = heard(postures, scene);
  const mentioned = heard(props, scene);
  const setting = settingOf(scene, mentioned[0], people.length > 0, posture);
  const things = mentioned.filter((thing) => !isPlaceItself(thing, setting)).slice(0, PROPS_MAX);
  const framing = framingOf(heard(framings, look)[0], people.length, things.length, posture, setting);

  return {
    setting,
    interior: isInterior(setting),
    time: heard(times, look)[0] ?? 'day',
    weather: new Set(heard(weathers, scene)),
    framing,
    angle: sightOf(setting, framing, heard(angles, look)),
    people,
    postures: [posture, ...others],
    crowd: heard(crowds, scene).length > 0 && !refusedKinds.has('person'),
    props: things,
    moods: new Set(heard(moods, look)),
    hue: heard(hues, look)[0] ?? null,
    finish: new Set(heard(finishes, look)),
    conditions: new Set(heard(conditions, look)),
    corrections: correctionsOf(
      new Map([...phrasesOf(style, 'all'), ...phrasesOf(words, 'all')]),
      new Map([...negative, ...phrasesOf(words, 'negated')]),
    ),
    essence: essenceOf(words, request.prompt),
  };
};
