/**
 * How people look. A screenplay says it once, where it introduces someone: `ADA (a woman in a red coat) sits`.
 * A panel is drawn by itself, so each prompt that names her says it again.
 */
import { limits } from '../../kernel/limits.ts';

/** Names as they are written in capitals, with their looks. */
export type Cast = ReadonlyMap<string, string>;

const WORD = String.raw`\p{Lu}[\p{Lu}\p{N}'’-]+`;
const INTRODUCTION = new RegExp(String.raw`(?<![\p{L}\p{N}])(${WORD}(?: ${WORD}){0,3}) \(([^()]{1,200})\)`, 'gu');

/** The first introduction counts; more than `framesMax` people are extras. */
export const castIn = (texts: readonly string[]): Cast => {
  const cast = new Map<string, string>();
  for (const text of texts) {
    for (const [, name = '', look = ''] of text.matchAll(INTRODUCTION)) {
      if (!cast.has(name) && cast.size < limits.framesMax) cast.set(name, look.trim());
    }
  }
  return cast;
};

/** The text with its introductions taken out: `ADA (a woman in a red coat) sits` is `Ada sits`. */
export const withoutLooks = (text: string): string =>
  text.replaceAll(INTRODUCTION, (_, name: string) => titleCase(name));

/** Who is named in the text, each with the look: `With Ada, a woman in a red coat; Nils, a fisherman`. Or nothing. */
export const castLine = (text: string, cast: Cast): string => {
  const seen = [...cast].filter(([name]) => isNamed(text, name));
  return seen.length === 0 ? '' : `With ${seen.map(([name, look]) => `${titleCase(name)}, ${look}`).join('; ')}`;
};

const isNamed = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name}|${titleCase(name)})(?!['’]?\p{L}{2}|\p{N})`, 'u').test(text);

/** `MARY-ANN O'HARA` is Mary-Ann O'Hara. */
const titleCase = (name: string): string =>
  name.toLowerCase().replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
