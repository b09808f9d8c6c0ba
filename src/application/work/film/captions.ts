/**
 * Captions of a film, in its own time. They follow the words as they are spoken. Without a voice a scene shows its line
 * for its whole length. Its parts have the time that they take to read.
 */
import { limits } from '../../../kernel/limits.ts';
import type { Caption } from '../../../ports/engine.ts';
import type { Span } from './scenes.ts';
import { isStump } from './split-prompt.ts';
import { joined, spokenMs, wordsOf } from '../speech/spoken.ts';

/** Spoken words, each with its time, in their order. */
export const captionsOfWords = (words: readonly Caption[]): readonly Caption[] => {
  const captions: Caption[] = [];
  let said: string[] = [];
  let startMs = 0;
  let endMs = 0;
  const close = (): void => {
    if (said.length > 0) captions.push({ text: joined(said), startMs, endMs });
    said = [];
  };
  for (const word of words) {
    const isNew =
      (SENTENCE_END.test(said.at(-1) ?? '') && !isStump(joined(said))) ||
      word.startMs - endMs >= limits.captionPauseMs ||
      joined([...said, word.text]).length > limits.captionCharsMax;
    if (isNew || said.length === 0) {
      close();
      ({ startMs } = word);
    }
    said.push(word.text);
    ({ endMs } = word);
  }
  close();
  return captions;
};

const SENTENCE_END = /[.!?。！？…]["'”’)]*$/u;

/** The line of a scene without a voice. */
export const captionsOfLine = (line: string, { startMs, durationMs }: Span): readonly Caption[] => {
  const parts = partsOf(line);
  const total = parts.reduce((sum, part) => sum + spokenMs(part), 0);
  let read = 0;
  return parts.map((text) => {
    const at = (): number => startMs + Math.round((read / total) * durationMs);
    const start = at();
    read += spokenMs(text);
    return { text, startMs: start, endMs: at() };
  });
};

const partsOf = (line: string): readonly string[] => {
  const parts: string[][] = [];
  for (const word of wordsOf(line)) {
    const last = parts.at(-1);
    if (last !== undefined && joined([...last, word]).length <= limits.captionCharsMax) last.push(word);
    else parts.push([word]);
  }
  return parts.map(joined);
};

/** The captions that are seen in a scene, in the time of the scene. */
export const within = (captions: readonly Caption[], { startMs, durationMs }: Span): readonly Caption[] =>
  captions
    .map(({ text, ...caption }) => ({
      text,
      startMs: Math.max(0, caption.startMs - startMs),
      endMs: Math.min(durationMs, caption.endMs - startMs),
    }))
    .filter((caption) => caption.endMs > caption.startMs);
