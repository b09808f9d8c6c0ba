/**
 * Words by the time that they take to say. A letter of an alphabet is one unit. A character of Han, Kana or Hangul is
 * several: those are whole syllables. So is a digit or a sign, which is said as a word.
 */
import { limits } from '../../../kernel/limits.ts';

/** Characters that take longer than a letter. */
const LONG: readonly (readonly [characters: RegExp, weight: number])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, limits.syllableWeight],
  [/\p{Script=Han}/gu, limits.hanWeight],
  [/[\p{N}\p{Extended_Pictographic}\p{Sc}&%+=@#]/gu, limits.namedWeight],
];

/** Of scripts that put no spaces between their words. */
const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'u');

/** In units, `limits.spokenCharsPerSecond` of which are spoken in a second. */
const weightOf = (text: string): number =>
  LONG.reduce((sum, [characters, weight]) => sum + (text.match(characters)?.length ?? 0) * (weight - 1), text.length);

/** How long a text takes to say. */
export const spokenMs = (text: string): number => Math.ceil((weightOf(text) / limits.spokenCharsPerSecond) * 1_000);

/** Words of a common length that take as long: the measure of a price. */
export const wordCount = (text: string): number => Math.ceil((spokenMs(text) * limits.wordsPerMinute) / MINUTE_MS);

const MINUTE_MS = 60_000;

/**
 * The words of a text, each with the punctuation that is written to it. Scripts without spaces are parted after their
 * punctuation, and else character by character. Joined by `joined`, they are the text again.
 */
export const wordsOf = (text: string): readonly string[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (UNSPACED.test(word) ? (word.match(PIECE) ?? [word]) : [word]));

/** One such character with its punctuation, or a run of others. */
const PIECE = new RegExp(String.raw`[${SCRIPTS}][\p{P}\p{M}ー]*|[^${SCRIPTS}]+`, 'gu');

/** Words as a text: without a space between two that are written together. */
export const joined = (words: readonly string[]): string =>
  words.reduce((text, word) => (text === '' || isUnspaced(text, word) ? `${text}${word}` : `${text} ${word}`), '');

const isUnspaced = (before: string, after: string): boolean =>
  [before.replace(/\p{P}+$/u, '').slice(-1), after.slice(0, 1)].every((letter) => UNSPACED.test(letter));

/** As many of the first words as fit a length, and the others. A word that no length holds is left out of both. */
export const fitting = (
  words: readonly string[],
  ms: number,
): readonly [now: readonly string[], later: readonly string[]] => {
  let count = 0;
  while (count < words.length && spokenMs(joined(words.slice(0, count + 1))) <= ms) count += 1;
  // A first word that is too long for a whole scene would hold up all that follow it.
  const skipped = count === 0 && words.length > 0 && spokenMs(words[0] ?? '') > limits.sceneMs ? 1 : 0;
  return [words.slice(0, count), words.slice(count + skipped)];
};

/** The words that `fitting` has left out of both. */
export const skippedOf = (
  words: readonly string[],
  now: readonly string[],
  later: readonly string[],
): readonly string[] => words.slice(now.length, words.length - later.length);
