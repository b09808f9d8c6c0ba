/** The words and the motifs fit together: every word can be heard, everything that is heard can be drawn. */
import test from 'ava';
import { type Intent, intentOf } from '../../../../src/engines/service-images/drawing/intent.ts';
import { paletteOf } from '../../../../src/engines/service-images/drawing/palette.ts';
import { panel } from '../../../../src/engines/service-images/panel.ts';
import { randomFrom } from '../../../../src/engines/prompt/random.ts';
import * as garments from '../../../../src/engines/service-images/words/garments.ts';
import * as look from '../../../../src/engines/service-images/words/look.ts';
import * as people from '../../../../src/engines/service-images/words/people.ts';
import * as places from '../../../../src/engines/service-images/words/places.ts';
import { entries, mentionsOf, phrasesOf, type Table, wordsOf } from '../../../../src/engines/prompt/words.ts';
import * as things from '../../../../src/engines/service-images/words/things.ts';

const tables: Readonly<Record<string, Table<string>>> = {
  exteriors: places.exteriors,
  interiors: places.interiors,
  placeMarks: places.placeMarks,
  times: places.times,
  weathers: places.weathers,
  kinds: people.kinds,
  crowds: people.crowds,
  postures: people.postures,
  props: things.props,
  framings: look.framings,
  angles: look.angles,
  moods: look.moods,
  hues: look.hues,
  finishes: look.finishes,
  conditions: look.conditions,
  corrections: look.corrections,
  unwanted: look.unwanted,
  garments: garments.garments,
  headwear: garments.headwear,
  hairs: garments.hairs,
};

/** A phrase that reading a prompt can never yield is a word of the lexicon that does nothing. */
const isHeard = (table: Table<string>, meaning: string, phrase: string): boolean =>
  mentionsOf(table, phrasesOf(wordsOf(phrase), 'all')).some((mention) => mention.meaning === meaning);

test('every phrase of the lexicon is heard when it is said', (t) => {
  for (const [name, table] of Object.entries(tables)) {
    for (const meaning of Object.keys(table)) {
      for (const phrase of entries(table[meaning] ?? ''))
        t.true(isHeard(table, meaning, phrase), `${name}.${meaning}: ${phrase}`);
    }
  }
});

test('sabotage: a phrase that is too long, in capitals or with a hyphen is never heard', (t) => {
  for (const phrase of ['from the other side', 'Bar', 'close-up'])
    t.false(isHeard({ meaning: phrase }, 'meaning', phrase));
});

const drawn = (intent: Intent, key = 'key'): string =>
  panel(intent, paletteOf(intent, randomFrom(key, 'colour'), [], 0), { width: 640, height: 360 }, key, 1);

const plain = intentOf({ prompt: 'Anna stands in a field', negativePrompt: null, styleNotes: null });
const [anna] = plain.people;
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(table) as K[];

test('every place is drawn in every framing, and no two places alike', (t) => {
  const settings = [...keysOf(places.exteriors), ...keysOf(places.interiors)];
  const seen = new Set<string>();
  for (const setting of settings) {
    const interior = setting in places.interiors;
    for (const framing of keysOf(look.framings)) seen.add(drawn({ ...plain, setting, interior, framing }));
  }
  t.is(seen.size, settings.length * keysOf(look.framings).length);
});

test('every thing is drawn, large and in a scene, and each looks different', (t) => {
  const kinds = keysOf(things.props);
  for (const framing of ['insert', 'full', 'medium', 'wide'] as const) {
    const seen = new Set(kinds.map((kind) => drawn({ ...plain, framing, props: [kind] })));
    t.is(seen.size, kinds.length, framing);
  }
});

test('every posture, garment, headwear and kind of person is drawn', (t) => {
  const seen = new Set<string>();
  let count = 0;
  const add = (change: Partial<Intent>): void => {
    count += 1;
    seen.add(drawn({ ...plain, framing: 'full', ...change }));
  };
  for (const posture of keysOf(people.postures)) add({ postures: [posture] });
  for (const kind of keysOf(people.kinds)) add({ people: [{ ...person(), key: `a ${kind}`, kind }] });
  for (const garment of keysOf(garments.garments)) add({ framing: 'close', people: [{ ...person(), garment }] });
  for (const gear of keysOf(garments.headwear)) add({ framing: 'close', people: [{ ...person(), headwear: gear }] });
  for (const gear of keysOf(garments.headwear)) add({ people: [{ ...person(), headwear: gear }] });
  // Two of them are what Anna wears and does anyway.
  t.true(seen.size >= count - 2, `${String(seen.size)} of ${String(count)}`);
});

const person = (): NonNullable<typeof anna> =>
  anna ?? { key: 'x', kind: 'woman', garment: null, dye: null, headwear: null, hair: null };

test('every time, weather, mood, finish, hue and angle shows', (t) => {
  const base = drawn(plain);
  for (const time of keysOf(places.times)) if (time !== 'day') t.not(drawn({ ...plain, time }), base, time);
  for (const weather of keysOf(places.weathers)) t.not(drawn({ ...plain, weather: new Set([weather]) }), base, weather);
  for (const mood of keysOf(look.moods)) t.not(drawn({ ...plain, moods: new Set([mood]) }), base, mood);
  for (const finish of keysOf(look.finishes)) t.not(drawn({ ...plain, finish: new Set([finish]) }), base, finish);
  for (const hue of keysOf(look.hues)) t.not(drawn({ ...plain, hue }), base, hue);
  for (const angle of keysOf(look.angles)) t.not(drawn({ ...plain, angle }), base, angle);
});
