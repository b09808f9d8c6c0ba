/** Captions as WebVTT. Pure. */
import type { Caption } from '../../ports/engine.ts';

/** Hours to milliseconds, as a time of day: a film is shorter than one. */
const timeOf = (ms: number): string => new Date(Math.round(ms)).toISOString().slice('1970-01-01T'.length, -'Z'.length);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A cue ends with a blank line, and `-->` would begin one: neither can come from the text. */
const textOf = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .trim();

const cueOf = ({ text, startMs, endMs }: Caption): string => `${timeOf(startMs)} --> ${timeOf(endMs)}\n${textOf(text)}`;

/** `filmMs`: the film ends there, and so does each caption. A voice may be cut off in the middle of one. */
export const webvtt = (captions: readonly Caption[], filmMs: number): string => {
  const shown = captions.filter(({ startMs }) => startMs < filmMs);
  const cues = shown.map(({ endMs, ...caption }) => cueOf({ ...caption, endMs: Math.min(endMs, filmMs) }));
  return ['WEBVTT', ...cues].join('\n\n').concat('\n');
};
