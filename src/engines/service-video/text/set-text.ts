/** Text as outlines: sizes, lines and places in pixels. */
import type { Path } from 'opentype.js';
import { familiesFor, glyphOf } from './fonts.ts';
import { evenLinesOf } from './lines.ts';

/** From baseline to baseline, in sizes of the type. */
export const LEADING = 1.35;
/** From the top of a line to its baseline. */
const ASCENT = 1.02;
/** Marks of scripts and of direction, and joiners, have no width. */
const IGNORED = /[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu;
/** Of a character that no font draws. */
const MISSING_WIDTH = 0.6;

export type SetText = {
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly { readonly text: string; readonly width: number }[];
};

export type Bounds = {
  readonly widthMax: number;
  readonly linesMax: number;
  /** The wished size of the type, and the least that it may shrink to. */
  readonly size: number;
  readonly sizeMin: number;
};

/** Breaks and shrinks a text until it fits. A text that does not fit at the least size ends in an ellipsis. */
export const setText = (text: string, { widthMax, linesMax, size, sizeMin }: Bounds): SetText => {
  const clean = text.replaceAll(IGNORED, ' ').trim();
  const measure = (of: number) => (part: string) => widthOf(part, of, clean);
  let at = size;
  let lines = evenLinesOf(clean, widthMax, measure(at));
  while (lines.length > linesMax && at > sizeMin) {
    at = Math.max(sizeMin, at * 0.92);
    lines = evenLinesOf(clean, widthMax, measure(at));
  }
  if (lines.length > linesMax) lines = shortened(lines.slice(0, linesMax), widthMax, measure(at));
  const set = lines.map((line) => ({ text: line, width: measure(at)(line) }));
  return {
    size: at,
    width: Math.max(0, ...set.map(({ width }) => width)),
    height: set.length * at * LEADING,
    lines: set,
  };
};

const shortened = (
  lines: readonly string[],
  widthMax: number,
  measure: (text: string) => number,
): readonly string[] => {
  let last = lines.at(-1) ?? '';
  while (last !== '' && measure(`${last}…`) > widthMax) last = Array.from(last).slice(0, -1).join('');
  return [...lines.slice(0, -1), `${last.trimEnd()}…`];
};

const glyphsOf = (text: string, whole: string) => {
  const families = familiesFor(whole);
  return Array.from(text, (character) => glyphOf(character, families));
};

const widthOf = (text: string, size: number, whole: string): number =>
  size * glyphsOf(text, whole).reduce((width, glyph) => width + (glyph?.advance ?? MISSING_WIDTH), 0);

/** The outlines of a set text as data of an SVG path. Each line is centred on `centre`; the first begins at `top`. */
export const outlines = ({ lines, size }: SetText, centre: number, top: number, whole: string): string => {
  const parts: string[] = [];
  for (const [row, line] of lines.entries()) {
    let x = centre - line.width / 2;
    const baseline = top + size * (ASCENT + row * LEADING);
    for (const drawn of glyphsOf(line.text, whole)) {
      if (drawn !== null) parts.push(dataOf(drawn.glyph.getPath(x, baseline, size)));
      x += size * (drawn?.advance ?? MISSING_WIDTH);
    }
  }
  return parts.join('');
};

/** The library's own `toPathData` writes NaN for a number that is nearly zero. */
const dataOf = ({ commands }: Path): string =>
  commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      const { x, y } = command;
      const points = [x, y];
      if (command.type === 'Q') points.unshift(command.x1, command.y1);
      if (command.type === 'C') points.unshift(command.x1, command.y1, command.x2, command.y2);
      return command.type + points.map((value) => value.toFixed(2)).join(' ');
    })
    .join('');
