/**
 * The looks of people. A screenplay gives them once, where it introduces a person: `ADA (a woman in a red coat) sits`.
 * A panel is drawn by itself, so each prompt that names her says it again.
 */
import { limits } from '../../../kernel/limits.ts';

/** Names as they are written in capitals, with their looks, in the order of their introduction. */
export type Cast = ReadonlyMap<string, string>;

/** Words of a name; longer ones are none, so that each place of a text is looked at for a bounded time. */
const WORD = String.raw`\p{Lu}[\p{Lu}\p{N}'’-]{1,40}`;
const WORDS_MAX = 4;
const WORD_CHARS_MAX = 48;
const INTRODUCTION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${WORD}(?: ${WORD}){0,${WORDS_MAX - 1}}) \(([^()]{1,200})\)`,
  'gu',
);

/** Notes the people that a text introduces. The first introduction counts; more than `framesMax` people are extras. */
export const introduce = (cast: Map<string, string>, text: string): void => {
  for (const [, name = '', look = ''] of text.matchAll(INTRODUCTION)) {
    if (!cast.has(name) && cast.size < limits.framesMax) cast.set(name, look.trim());
  }
};

/** The text with its introductions taken out: `ADA (a woman in a red coat) sits` is `Ada sits`. */
export const withoutLooks = (text: string): string =>
  text.replaceAll(INTRODUCTION, (_, name: string) => titleCase(name));

/**
 * The people named in the text, each with the look: `With Ada, a woman in a red coat; Nils, a fisherman`. Empty without
 * any.
 */
export const castLine = (text: string, cast: Cast): string => {
  if (cast.size === 0) return '';
  const seen = namedIn(text, cast);
  const looks = [...cast].filter(([name]) => seen.has(name)).map(([name, look]) => `${titleCase(name)}, ${look}`);
  return looks.length === 0 ? '' : `With ${looks.join('; ')}`;
};

/** Names of the cast in the text, in capitals or not; one letter more makes `Ada's` or `Adas` of `Ada`. */
const namedIn = (text: string, cast: Cast): ReadonlySet<string> => {
  const spellings = new Map([...cast.keys()].flatMap((name) => [name, titleCase(name)].map((form) => [form, name])));
  const beginnings = new Set([...spellings.keys()].map((form) => form.split(' ', 1)[0]));
  const words = (text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word) => word.slice(0, WORD_CHARS_MAX));
  const seen = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (!beginnings.has(word) && !beginnings.has(withoutEnding(word))) continue;
    for (let to = at; to < Math.min(words.length, at + WORDS_MAX); to += 1) {
      const before = words.slice(at, to);
      const last = words[to] ?? '';
      for (const form of [last, withoutEnding(last)]) {
        const name = spellings.get([...before, form].join(' '));
        if (name !== undefined) seen.add(name);
      }
    }
  }
  return seen;
};

const withoutEnding = (word: string): string => word.replace(/(?:['’]\p{L}?|\p{L})$/u, '');

/** `MARY-ANN O'HARA` is Mary-Ann O'Hara. */
const titleCase = (name: string): string =>
  name.toLowerCase().replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
