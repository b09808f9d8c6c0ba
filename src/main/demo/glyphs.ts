/**
 * Letters of our own for pictures, drawn as strokes: a fresh machine may have no fonts at all. Capitals, digits and
 * some signs; accents are dropped, and what is not here is left out (the HTML page has every title in full).
 */

type Glyph = readonly [width: number, strokes: string];

/** On a grid six units high, top left at 0 0. */
const glyphs: Readonly<Record<string, Glyph>> = {
  A: [4, 'M0 6 2 0 4 6M.8 4H3.2'],
  B: [4, 'M0 0V6H2.4C3.4 6 4 5.4 4 4.4S3.4 2.9 2.4 2.9H0M0 0H2.2C3.1 0 3.6.6 3.6 1.4S3.1 2.9 2.2 2.9'],
  C: [4, 'M4 1.2C3.6.4 2.9 0 2.1 0 .8 0 0 1.2 0 3s.8 3 2.1 3C2.9 6 3.6 5.6 4 4.8'],
  D: [4, 'M0 0V6H1.6C3.2 6 4 4.8 4 3S3.2 0 1.6 0Z'],
  E: [3.4, 'M3.4 0H0V6H3.4M0 3H2.9'],
  F: [3.4, 'M3.4 0H0V6M0 3H2.9'],
  G: [4, 'M3.9 1.2C3.6.4 2.9 0 2.1 0 .8 0 0 1.2 0 3s.8 3 2.1 3C3.2 6 4 5.2 4 3.3H2.3'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0.4, 'M.2 0V6'],
  J: [3, 'M3 0V4.3C3 5.4 2.4 6 1.5 6 .7 6 .2 5.6 0 4.8'],
  K: [4, 'M0 0V6M3.8 0 0 3.6M1.4 2.4 4 6'],
  L: [3.2, 'M0 0V6H3.2'],
  M: [4.8, 'M0 6V0L2.4 3.8 4.8 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4.2, 'M2.1 0C.8 0 0 1.2 0 3s.8 3 2.1 3 2.1-1.2 2.1-3S3.4 0 2.1 0Z'],
  P: [3.8, 'M0 6V0H2.1C3.2 0 3.8.7 3.8 1.7S3.2 3.4 2.1 3.4H0'],
  Q: [4.4, 'M2.1 0C.8 0 0 1.2 0 3s.8 3 2.1 3 2.1-1.2 2.1-3S3.4 0 2.1 0ZM2.5 4.3 4.3 6.3'],
  R: [4, 'M0 6V0H2.2C3.3 0 3.9.7 3.9 1.7S3.3 3.4 2.2 3.4H0M2 3.4 4 6'],
  S: [3.9, 'M3.7 1.1C3.4.4 2.8 0 2 0 .9 0 .2.6.2 1.5c0 2.1 3.7.9 3.7 3C3.9 5.4 3.1 6 2 6 1 6 .3 5.5 0 4.7'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [4, 'M0 0V3.9C0 5.2.8 6 2 6S4 5.2 4 3.9V0'],
  V: [4, 'M0 0 2 6 4 0'],
  W: [5.4, 'M0 0 1.3 6 2.7 1.5 4.1 6 5.4 0'],
  X: [4, 'M0 0 4 6M4 0 0 6'],
  Y: [4, 'M0 0 2 3.2 4 0M2 3.2V6'],
  Z: [4, 'M0 0H4L0 6H4'],
  0: [4, 'M2 0C.7 0 0 1.2 0 3s.7 3 2 3 2-1.2 2-3S3.3 0 2 0Z'],
  1: [2.4, 'M.4 1.2 2 0V6'],
  2: [4, 'M.2 1.5C.2.6.9 0 2 0S3.8.7 3.8 1.6C3.8 3 1.6 4 .1 6H4'],
  3: [4, 'M.2.9C.6.3 1.2 0 2 0 3 0 3.7.6 3.7 1.5S3 2.9 2 2.9C3.1 2.9 3.9 3.5 3.9 4.4S3.1 6 2 6C1.1 6 .4 5.6 0 4.9'],
  4: [4, 'M3 6V0L0 4.2H4'],
  5: [4, 'M3.6 0H.6L.3 2.7C.8 2.3 1.3 2.1 2 2.1 3.2 2.1 4 2.9 4 4S3.2 6 2 6C1.1 6 .4 5.6 0 4.9'],
  6: [4, 'M3.5.8C3.1.3 2.6 0 2 0 .7 0 0 1.5 0 3.6 0 5.1.8 6 2 6S4 5.2 4 4.1 3.2 2.3 2 2.3.1 3 0 3.9'],
  7: [4, 'M0 0H4L1.4 6'],
  8: [
    4,
    'M2 2.8C1 2.8.3 2.2.3 1.4S1 0 2 0 3.7.6 3.7 1.4 3 2.8 2 2.8C.8 2.8 0 3.5 0 4.4S.8 6 2 6 4 5.3 4 4.4 3.2 2.8 2 2.8',
  ],
  9: [4, 'M.5 5.2C.9 5.7 1.4 6 2 6 3.3 6 4 4.5 4 2.4 4 .9 3.2 0 2 0S0 .8 0 1.9.8 3.7 2 3.7 3.9 3 4 2.1'],
  '.': [0.4, 'M.2 5.9V6'],
  ',': [0.8, 'M.7 5.8 .3 6.9'],
  "'": [0.4, 'M.2 0V1.4'],
  '’': [0.4, 'M.2 0V1.4'],
  '-': [2.4, 'M0 3.4H2.4'],
  '–': [2.4, 'M0 3.4H2.4'],
  '—': [3.6, 'M0 3.4H3.6'],
  ':': [0.4, 'M.2 2V2.1M.2 5.9V6'],
  ';': [0.8, 'M.6 2V2.1M.7 5.8 .3 6.9'],
  '!': [0.4, 'M.2 0V4M.2 5.9V6'],
  '?': [3.7, 'M.2 1.3C.3.5 1 0 1.9 0 3 0 3.7.7 3.7 1.6 3.7 2.9 1.9 2.9 1.9 4.2M1.9 5.9V6'],
  '/': [2.8, 'M0 6.4 2.8-.4'],
  '(': [1.4, 'M1.4-.4C.4.8 0 2 0 3s.4 2.2 1.4 3.4'],
  ')': [1.4, 'M0-.4C1 .8 1.4 2 1.4 3S1 5.2 0 6.4'],
  '+': [3.2, 'M0 3.4H3.2M1.6 1.8V5'],
  '&': [4, 'M4 6 1 2.2C.4 1.4.6 0 1.9 0s1.4 1.6.3 2.2l-.9.6C-.4 3.8-.2 6 1.6 6 3 6 3.8 4.8 4 3.4'],
  '·': [0.6, 'M.3 3.1V3.2'],
  ' ': [2, ''],
};

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
  /** Which end of the text stands at `x`. */
  readonly from?: 'left' | 'right';
};

/** A piece of SVG; the empty text where nothing can be drawn. */
export const lettering = (text: string, { x, y, height, colour, weight, from = 'left' }: Lettering): string => {
  const found = glyphsOf(text);
  const scale = height / UNITS_HIGH;
  let at = from === 'left' ? x : x - widthOf(found) * scale;
  let drawn = '';
  for (const [width, strokes] of found) {
    if (strokes !== '')
      drawn += `<path transform="translate(${round(at)} ${y}) scale(${round(scale)})" d="${strokes}"/>`;
    at += (width + GAP) * scale;
  }
  const stroke = `stroke="${colour}" stroke-width="${round(weight / scale)}"`;
  return drawn && `<g fill="none" ${stroke} stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`;
};

/** In pixels, for a capital of this height. */
export const letteringWidth = (text: string, height: number): number => (widthOf(glyphsOf(text)) * height) / UNITS_HIGH;

/** As much of the text as fits, cut at a word where words are given up. */
export const fitting = (text: string, height: number, width: number): string => {
  let fits = text;
  while (fits !== '' && letteringWidth(fits, height) > width) fits = fits.slice(0, Math.max(0, fits.lastIndexOf(' ')));
  return fits.replace(/[ ,.;:–—-]+$/u, '');
};

const glyphsOf = (text: string): readonly Glyph[] =>
  Array.from(text.normalize('NFD').toUpperCase()).flatMap((character) => {
    const glyph = glyphs[character];
    return glyph === undefined ? [] : [glyph];
  });

const widthOf = (found: readonly Glyph[]): number =>
  found.reduce((sum, [width]) => sum + width + GAP, 0) - (found.length > 0 ? GAP : 0);

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
