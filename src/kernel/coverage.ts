/** The words of a prompt that a picture shows, bounded for an event. */
import { limits } from './limits.ts';
import { clipped } from './text.ts';

export type Words = readonly string[];

/** The first of each list, as many as fit: an engine may have drawn a prompt of six thousand characters. */
export const boundedCoverage = ({ drawn, left }: { readonly drawn: Words; readonly left: Words }) => ({
  drawn: boundedWords(drawn),
  left: boundedWords(left),
});

const boundedWords = (words: Words): string[] => {
  const kept: string[] = [];
  let bytes = 0;
  for (const word of words.slice(0, limits.coverageWordsMax)) {
    const short = clipped(word, limits.coverageWordCharsMax);
    bytes += bytesOf(short);
    if (bytes > limits.coverageBytesMax) break;
    kept.push(short);
  }
  return kept;
};

/** As JSON writes it, with its comma. */
const bytesOf = (word: string): number => new TextEncoder().encode(JSON.stringify(word)).length + 1;
