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

/** The text with introductions resolved: each person's look stands where the person is first named. */
export const withLooks = (text: string, cast: Cast): string => {
  let told = text.replaceAll(INTRODUCTION, '$1');
  for (const [name, look] of cast) {
    const person = titleCase(name);
    const named = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name}|${person})(?!['’]?[\p{L}\p{N}])`, 'u');
    told = told.replace(named, () => `${person}, ${look},`);
  }
  return told.replaceAll(/,+(?=[,.;:!?]|$)/gu, '');
};

/** `MARY-ANN O'HARA` is Mary-Ann O'Hara. */
const titleCase = (name: string): string =>
  name.toLowerCase().replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
