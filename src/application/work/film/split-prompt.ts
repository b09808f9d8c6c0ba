/**
 * A prompt as the beats of so many scenes. Sentences follow each other over the scenes. A prompt of fewer sentences
 * than scenes stays with each sentence for a while. Each time another framing looks at it.
 */
import { wordsOf, fitting, joined } from '../speech/spoken.ts';
import type { Span } from './scenes.ts';

export type Beat = {
  /** For the engine: the framing and the sentences. */
  readonly prompt: string;
  /** The sentences alone. */
  readonly text: string;
  /** The words that can be said in the scene; empty for none. */
  readonly line: string;
};

const FRAMINGS = [
  'Wide shot',
  'Medium shot',
  'Close up',
  'Low angle, full shot',
  'Over the shoulder',
  'High angle, wide shot',
  'Extreme close up',
  'Aerial shot',
] as const;

export const splitPrompt = (prompt: string, scenes: readonly Span[]): readonly Beat[] => {
  const sentences = sentencesOf(prompt);
  const beats: Beat[] = [];
  let at = 0;
  while (at < scenes.length) {
    const [first, end] = sentencesAt(at, scenes.length, sentences.length);
    const text = sentences.slice(first, end).join(' ');
    const run = runFrom(at, scenes, sentences.length);
    beats.push(...beatsOf(text, run, run.length > 1 || sentences.length < scenes.length));
    at += run.length;
  }
  return beats;
};

/** Scenes that show the same sentences. */
const runFrom = (at: number, scenes: readonly Span[], count: number): readonly Span[] => {
  const [first] = sentencesAt(at, scenes.length, count);
  const run = scenes.slice(at);
  const end = run.findIndex((_, offset) => sentencesAt(at + offset, scenes.length, count)[0] !== first);
  return end === -1 ? run : run.slice(0, end);
};

/** The sentences of a scene: each is in some scene, and each scene has one. */
const sentencesAt = (scene: number, scenes: number, count: number): readonly [first: number, end: number] => {
  const first = Math.floor((scene * count) / scenes);
  return [first, Math.max(first + 1, Math.floor(((scene + 1) * count) / scenes))];
};

const beatsOf = (text: string, run: readonly Span[], isFramed: boolean): readonly Beat[] => {
  let words = wordsOf(text);
  return run.map(({ durationMs }, index) => {
    const [now, later] = fitting(words, durationMs);
    words = later;
    const framing = FRAMINGS[index % FRAMINGS.length] ?? '';
    return { prompt: isFramed ? `${framing}. ${text}` : text, text, line: joined(now) };
  });
};

/** Sentences, and lines of a text that is written in lines; the text itself where it has neither. */
export const sentencesOf = (text: string): readonly string[] => {
  // The first one of a process loads its rules, which takes 20 ms: no start waits for it.
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const found = text
    .split(/[\r\n]+/u)
    .flatMap((line) => withoutStumps([...segmenter.segment(line)].map(({ segment }) => segment.trim())))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return found.length === 0 ? [text.trim()] : found;
};

const withoutStumps = (segments: readonly string[]): readonly string[] => {
  const whole: string[] = [];
  for (const segment of segments) {
    const last = whole.at(-1);
    if (last !== undefined && isStump(last)) whole[whole.length - 1] = `${last} ${segment}`;
    else whole.push(segment);
  }
  return whole;
};

/** An abbreviation such as `INT.` or `Mr.` ends no sentence: it belongs to the words after it. */
export const isStump = (text: string): boolean => /^\p{L}{1,4}\.$/u.test(text);
