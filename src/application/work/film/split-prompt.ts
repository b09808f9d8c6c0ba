/**
 * A prompt as the beats of so many scenes. Sentences follow each other over the scenes. A prompt of fewer sentences
 * than scenes stays with each sentence for a while, in another framing each time.
 */
import { limits } from '../../../kernel/limits.ts';
import { wordsOf, fitting, joined, skippedOf } from '../speech/spoken.ts';
import { lengthOf, type Span } from './scenes.ts';

export type Beat = {
  /** For the engine: the framing and the sentences. */
  readonly prompt: string;
  /** The sentences alone. */
  readonly text: string;
  /** The words that can be said in the scene; empty for none. */
  readonly line: string;
};

export type SplitPrompt = {
  /** One for each scene. */
  readonly beats: readonly Beat[];
  /** The words that no scene has the time for, in their order. */
  readonly unsaid: readonly string[];
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

export const splitPrompt = (prompt: string, scenes: readonly Span[]): SplitPrompt => {
  const sentences = sentencesOf(prompt);
  // A rest that is too short for a sentence goes on with the one before.
  const telling = scenes.filter(({ durationMs }) => durationMs >= limits.sentenceMsMin);
  const beats: Beat[] = [];
  const unsaid: string[] = [];
  let at = 0;
  while (at < scenes.length) {
    const [first, end] = sentencesAt(at, telling, sentences.length);
    const text = sentences.slice(first, end).join(' ');
    const run = scenes.slice(at, runEnd(at, scenes.length, telling, sentences.length));
    const told = beatsOf(text, run, run.length > 1 || sentences.length < scenes.length);
    beats.push(...told.beats);
    unsaid.push(...told.unsaid);
    at += run.length;
  }
  return { beats, unsaid };
};

/** Scenes up to there show the same sentences. */
const runEnd = (at: number, scenes: number, telling: readonly Span[], count: number): number => {
  const [first] = sentencesAt(at, telling, count);
  let end = at + 1;
  while (end < scenes && sentencesAt(end, telling, count)[0] === first) end += 1;
  return end;
};

/** The sentences of a scene, by its share of the time: each is in some scene, and each scene has one. */
const sentencesAt = (scene: number, telling: readonly Span[], count: number): readonly [first: number, end: number] => {
  const { startMs = 0, durationMs = 0 } = telling[scene] ?? telling.at(-1) ?? {};
  const lengthMs = Math.max(1, lengthOf(telling));
  const first = Math.floor((startMs * count) / lengthMs);
  return [first, Math.max(first + 1, Math.floor(((startMs + durationMs) * count) / lengthMs))];
};

const beatsOf = (text: string, run: readonly Span[], isFramed: boolean): SplitPrompt => {
  let words = wordsOf(text);
  const unsaid: string[] = [];
  const beats = run.map(({ durationMs }, index) => {
    const [now, later] = fitting(words, durationMs);
    unsaid.push(...skippedOf(words, now, later));
    words = later;
    const framing = FRAMINGS[index % FRAMINGS.length] ?? '';
    return { prompt: isFramed ? `${framing}. ${text}` : text, text, line: joined(now) };
  });
  return { beats, unsaid: [...unsaid, ...words] };
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
