/** Captions as WebVTT. Pure. */
import type { Caption } from '../../ports/engine.ts';

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

const timeOf = (ms: number): string => {
  const whole = Math.round(ms);
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1_000].map((unit) => Math.floor(whole / unit));
  return (
    `${digits(hours ?? 0, 2)}:${digits((minutes ?? 0) % 60, 2)}:${digits((seconds ?? 0) % 60, 2)}` +
    `.${digits(whole % 1_000, 3)}`
  );
};

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
