/** Text as outlines: sizes, lines and places in pixels. */
import type { Path } from 'opentype.js';
import { familiesFor, glyphOf } from './fonts.ts';
import { evenLinesOf } from './lines.ts';

/** From baseline to baseline, in sizes of the type. */
const LEADING = 1.35;
/** From the top of a line to its baseline. */
const ASCENT = 1.02;
/** Marks of scripts and of direction, soft hyphens and joiners have no width, and part no word. */
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu;
/** Of a character that no font draws; a mark on the letter before it has none. */
const MISSING_WIDTH = 0.6;
const MARK = /^\p{M}$/u;

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
  // The fonts have letters with their accents, and few accents by themselves.
  const clean = text
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim();
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
  return Array.from(text, (character) => {
    const missing = { glyph: null, advance: MARK.test(character) ? 0 : MISSING_WIDTH };
    return glyphOf(character, families) ?? missing;
  });
};

const widthOf = (text: string, size: number, whole: string): number =>
  size * glyphsOf(text, whole).reduce((width, { advance }) => width + advance, 0);

/** Whether a letter, a digit or a sign of the text is drawn; or all of it is punctuation. */
export const isReadable = ({ lines }: SetText, whole: string): boolean => {
  const said = lines
    .flatMap(({ text }) => Array.from(text))
    .filter((character) => /[\p{L}\p{N}\p{S}]/u.test(character));
  return said.length === 0 || glyphsOf(said.join(''), whole).some(({ glyph }) => glyph !== null);
};

/** The outlines of a set text as data of an SVG path. Each line is centred on `centre`; the first begins at `top`. */
export const outlines = ({ lines, size }: SetText, centre: number, top: number, whole: string): string => {
  const parts: string[] = [];
  for (const [row, line] of lines.entries()) {
    let x = centre - line.width / 2;
    const baseline = top + size * (ASCENT + row * LEADING);
    for (const { glyph, advance } of glyphsOf(line.text, whole)) {
      if (glyph !== null) parts.push(dataOf(glyph.getPath(x, baseline, size)));
      x += size * advance;
    }
  }
  return parts.join('');
};

/** The library's own `toPathData` writes NaN for a number that is nearly zero. */
export const dataOf = ({ commands }: Path): string =>
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
