/**
 * Text for pictures as outlines of the bundled fonts: a fresh machine may have no fonts at all. A box replaces any
 * other character (the HTML page has every text in full).
 */
import { familiesFor, glyphOf } from '../../engines/service-video/text/fonts.ts';
import { linesOf } from '../../engines/service-video/text/lines.ts';
import { dataOf } from '../../engines/service-video/text/set-text.ts';

/** Of a capital, and of a box, in sizes of the type. */
const CAPITAL = 0.714;
const BOX = 0.6;

export type Lettering = {
  readonly x: number;
  /** Of the top. */
  readonly y: number;
  /** Of a capital, in pixels. */
  readonly height: number;
  readonly colour: string;
  /** Which end of the text is at `x`. */
  readonly from?: 'left' | 'right';
};

/** A piece of SVG; the empty text where nothing can be drawn. */
export const lettering = (text: string, { x, y, height, colour, from = 'left' }: Lettering): string => {
  const size = height / CAPITAL;
  let at = from === 'left' ? x : x - letteringWidth(text, height);
  let drawn = '';
  for (const { glyph, advance } of lettersOf(text)) {
    drawn += glyph === null ? boxAt(at, y, height, size) : dataOf(glyph.getPath(at, y + height, size));
    at += size * advance;
  }
  return drawn && `<path fill="${colour}" d="${drawn}"/>`;
};

/** In pixels, for a capital of this height. */
export const letteringWidth = (text: string, height: number): number =>
  lettersOf(text).reduce((sum, { advance }) => sum + advance, 0) * (height / CAPITAL);

/** As much of the text as fits: cut at a word, or within the first one where not even that fits. */
export const fitting = (text: string, height: number, width: number): string => {
  const [line = ''] = linesOf(text, width, (part) => letteringWidth(part, height));
  return line === text ? text : line.replace(/[ ,.;:–—-]+$/u, '');
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A letter whose parts no font draws is one box, however many code points it takes. */
const lettersOf = (text: string) => {
  const families = familiesFor(text);
  return [...segmenter.segment(text.normalize('NFC'))].flatMap(({ segment }) => {
    if (/^[\p{C}\p{M}]*$/u.test(segment)) return [];
    const [first, ...marks] = Array.from(segment, (character) => glyphOf(character, families));
    return [first ?? { glyph: null, advance: BOX }, ...marks.filter((mark) => mark !== null)];
  });
};

const boxAt = (left: number, top: number, height: number, size: number): string =>
  `M${left.toFixed(2)} ${top}h${((BOX - 0.1) * size).toFixed(2)}v${height}H${left.toFixed(2)}Z`;
