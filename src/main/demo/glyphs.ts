/**
 * Letters of our own for pictures, drawn as strokes: a fresh machine may have no fonts at all. Capitals of Latin, Greek
 * and Cyrillic with their accents, digits and some signs. A box replaces any other character (the HTML page has every
 * text in full).
 */
import type { Glyph } from './strokes/glyph.ts';
import { alike, greekAndCyrillic } from './strokes/greek-cyrillic.ts';
import { latin } from './strokes/latin.ts';
import { marks } from './strokes/marks.ts';

const UNKNOWN: Glyph = [4, 'M0 0H4V6H0Z'];

const GAP = 1.5;
const UNITS_HIGH = 6;

export type Lettering = {
  readonly x: number;
  /** Of the top. */
  readonly y: number;
  /** Of a capital, in pixels. */
  readonly height: number;
  readonly colour: string;
  /** Of the stroke, in pixels. */
  readonly weight: number;
  /** Which end of the text is at `x`. */
  readonly from?: 'left' | 'right';
};

/** A piece of SVG; the empty text where nothing can be drawn. */
export const lettering = (text: string, { x, y, height, colour, weight, from = 'left' }: Lettering): string => {
  const found = glyphsOf(text);
  const scale = height / UNITS_HIGH;
  let at = from === 'left' ? x : x - widthOf(found) * scale;
  let drawn = '';
  const path = (left: number, strokes: string): string =>
    strokes === '' ? '' : `<path transform="translate(${round(left)} ${y}) scale(${round(scale)})" d="${strokes}"/>`;
  for (const [width, strokes, accents] of found) {
    drawn += path(at, strokes) + path(at + (width / 2) * scale, accents);
    at += (width + GAP) * scale;
  }
  const stroke = `stroke="${colour}" stroke-width="${round(weight / scale)}"`;
  return drawn && `<g fill="none" ${stroke} stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`;
};

/** In pixels, for a capital of this height. */
export const letteringWidth = (text: string, height: number): number => (widthOf(glyphsOf(text)) * height) / UNITS_HIGH;

/** As much of the text as fits: cut at a word, or within the first one where not even that fits. */
export const fitting = (text: string, height: number, width: number): string => {
  const fits = (piece: string): boolean => letteringWidth(piece, height) <= width;
  if (fits(text)) return text;
  const words = text.split(' ');
  while (words.length > 0 && !fits(words.join(' '))) words.pop();
  const whole = words.join(' ').replace(/[ ,.;:–—-]+$/u, '');
  if (whole !== '') return whole;
  const characters = [...segmenter.segment(text)].map(({ segment }) => segment);
  while (characters.length > 0 && !fits(`${characters.join('')}…`)) characters.pop();
  return characters.length === 0 ? '' : `${characters.join('')}…`;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One for each letter, however many code points it takes. */
const glyphsOf = (text: string): readonly Drawn[] =>
  [...segmenter.segment(text)].flatMap(({ segment }) => {
    if (/^[\p{Cc}\p{Cf}\p{M}]*$/u.test(segment)) return [];
    // In capitals one letter may be two.
    const letters = Array.from(segment.toUpperCase().normalize('NFC'));
    return letters.filter((letter, index) => index === 0 || /\p{L}/u.test(letter)).map(drawnOf);
  });

/** With its accents, whose strokes are about its middle. */
type Drawn = readonly [width: number, strokes: string, accents: string];

const drawnOf = (letter: string): Drawn => {
  const [base = '', ...accents] = Array.from(letter.normalize('NFD'));
  const [width, strokes] = glyphOf(base);
  return [width, strokes, accents.map((accent) => marks[accent] ?? '').join('')];
};

const glyphOf = (letter: string): Glyph => {
  const form = alike.get(letter) ?? (/\s/u.test(letter) ? ' ' : letter);
  return latin[form] ?? greekAndCyrillic[form] ?? UNKNOWN;
};

const widthOf = (found: readonly Drawn[]): number =>
  found.reduce((sum, [width]) => sum + width + GAP, 0) - (found.length > 0 ? GAP : 0);

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
