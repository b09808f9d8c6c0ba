/** Which words of a prompt a panel shows, and which it leaves out: a draft knows what it cannot draw. */
import type { Coverage } from '../../ports/engine.ts';
import { type Intent, isPlaceItself } from './drawing/intent.ts';
import { type Shown, shownOf } from './shown.ts';
import { functionWords } from './words/function-words.ts';
import { dyes, garments, hairs, headwear } from './words/garments.ts';
import { angles, conditions, corrections, finishes, framings, hues, moods } from './words/look.ts';
import { crowds, kinds, postures } from './words/people.ts';
import { exteriors, interiors, placeMarks, times, weathers } from './words/places.ts';
import { entries, type Table, type Word, wordsOf } from '../prompt/words.ts';
import { props } from './words/things.ts';

type Sight = { readonly intent: Intent; readonly shown: Shown };
type Seen = (sight: Sight) => boolean;

/** For each phrase of the lexicon, the conditions for it to be in the picture: any of them. */
const lexicon = new Map<string, Seen[]>();

const learn = <K extends string>(table: Table<K>, isSeen: (meaning: K, sight: Sight) => boolean): void => {
  for (const meaning of Object.keys(table) as K[]) {
    for (const phrase of entries(table[meaning])) {
      const before = lexicon.get(phrase) ?? [];
      lexicon.set(phrase, [...before, (sight) => isSeen(meaning, sight)]);
    }
  }
};

learn(exteriors, (meaning, { intent }) => intent.setting === meaning);
learn(interiors, (meaning, { intent }) => intent.setting === meaning);
learn(placeMarks, (meaning, { intent }) => intent.interior === (meaning === 'interior'));
learn(times, (meaning, { intent }) => intent.time === meaning);
learn(weathers, (meaning, { shown }) => shown.weather.has(meaning));
learn(framings, (meaning, { intent }) => intent.framing === meaning);
learn(angles, (meaning, { intent }) => intent.angle === meaning);
learn(moods, (meaning, { shown }) => shown.moods.has(meaning));
learn(hues, (meaning, { intent }) => intent.hue === meaning);
learn(finishes, (meaning, { intent }) => intent.finish.has(meaning));
learn(conditions, (meaning, { intent }) => intent.conditions.has(meaning));
learn(corrections, (meaning, { intent }) => intent.corrections.has(meaning));
learn(kinds, (meaning, { shown }) => shown.people.some(({ kind }) => kind === meaning));
learn(crowds, (_, { shown }) => shown.crowd);
learn(postures, (meaning, { shown }) => shown.postures.has(meaning));
learn(garments, (meaning, { shown }) => shown.garments && shown.people.some(({ garment }) => garment === meaning));
learn(headwear, (meaning, { shown }) => shown.people.some((one) => one.headwear === meaning));
learn(hairs, (meaning, { shown }) => shown.people.some(({ hair }) => hair === meaning));
learn(props, (meaning, { intent, shown }) => shown.props.has(meaning) || isPlaceItself(meaning, intent.setting));

const PHRASE_WORDS_MAX = 3;

/** In the order of mention, each word once; words that are negated or name nothing are in neither list. */
export const coverageOf = (prompt: string, intent: Intent): Coverage => {
  const words = wordsOf(prompt);
  const sight = { intent, shown: shownOf(intent) };
  const seen = new Set<number>();
  for (const [start] of words.entries()) {
    for (const length of phraseSeenAt(words, start, sight)) for (let i = 0; i < length; i += 1) seen.add(start + i);
  }
  const called = calledIn(sight);
  const drawn = new Set<string>();
  const left = new Set<string>();
  for (const [at, { lower, negated }] of words.entries()) {
    if (negated || functionWords.has(lower)) continue;
    (seen.has(at) || called.has(lower) ? drawn : left).add(lower);
  }
  return { drawn: [...drawn], left: [...left].filter((word) => !drawn.has(word)) };
};

/** The lengths of the phrases that begin here and are in the picture. */
const phraseSeenAt = (words: readonly Word[], start: number, sight: Sight): readonly number[] => {
  const lengths: number[] = [];
  let phrase = '';
  for (const [i, word] of words.slice(start, start + PHRASE_WORDS_MAX).entries()) {
    if (word.negated || word.clause !== words[start]?.clause) break;
    phrase = phrase === '' ? word.lower : `${phrase} ${word.lower}`;
    if (lexicon.get(phrase)?.some((isSeen) => isSeen(sight)) === true) lengths.push(i + 1);
  }
  return lengths;
};

/** Names and roles of visible people, and the colours of their clothes. */
const calledIn = ({ shown }: Sight): ReadonlySet<string> =>
  new Set(
    shown.people.flatMap(({ key, dye }) => [
      ...key.split(' '),
      ...(dye !== null && dyes.has(dye) && shown.garments ? [dye] : []),
    ]),
  );
