/** Captions, closing cards and plain grounds, as SVG. No text reaches the SVG but as outlines of glyphs. */
import { sha256 } from '../../../kernel/canonical-json.ts';
import type { Box, Size } from '../plan/geometry.ts';
import { isReadable, outlines, type SetText, setText } from './set-text.ts';

export type Drawing = { readonly box: Box; readonly content: string };

/** The type of captions, in shares of the shorter side: 40 pixels at 768. */
const CAPTION_SIZE = 0.052;
const CAPTION_SIZE_MIN = 0.034;
const CAPTION_LINES_MAX = 3;
/** The part of the width that text may take: televisions and phones cut or round the rest. */
const SAFE_WIDTH = 0.86;
/** Below captions, in shares of the height. On upright screens players lay their own signs there. */
const SAFE_BOTTOM = 0.075;
const SAFE_BOTTOM_UPRIGHT = 0.17;

const even = (value: number): number => Math.round(value / 2) * 2;
const fixed = (value: number): string => value.toFixed(2);

const rounded = (box: Box, radius: number, style: string): string =>
  `<rect x="${fixed(box.left)}" y="${fixed(box.top)}" width="${fixed(box.width)}" height="${fixed(box.height)}"` +
  ` rx="${fixed(radius)}" ${style}/>`;

const path = (data: string, style: string): string => (data === '' ? '' : `<path d="${data}" ${style}/>`);

/** White on a dark plate, which any picture may be under. Null where no font has its letters: a plate says nothing. */
export const captionDrawing = (text: string, { width, height }: Size): Drawing | null => {
  const short = Math.min(width, height);
  const set = setText(text, {
    widthMax: width * SAFE_WIDTH - short * CAPTION_SIZE,
    linesMax: CAPTION_LINES_MAX,
    size: short * CAPTION_SIZE,
    sizeMin: short * CAPTION_SIZE_MIN,
  });
  if (!isReadable(set, text)) return null;
  const pad = set.size * 0.5;
  const bottom = height * (1 - (height > width ? SAFE_BOTTOM_UPRIGHT : SAFE_BOTTOM));
  const boxWidth = Math.min(width, even(set.width + 2 * pad));
  const boxHeight = even(set.height + pad);
  const left = even((width - boxWidth) / 2);
  const box = { left, top: Math.max(0, even(bottom - boxHeight)), width: boxWidth, height: boxHeight };
  const plate = rounded({ ...box, left: 0, top: 0 }, set.size * 0.3, 'fill="#000" fill-opacity="0.62"');
  return { box, content: plate + path(outlines(set, boxWidth / 2, pad / 2, text), 'fill="#fff"') };
};

type Block = { readonly set: SetText; readonly text: string; readonly fill: string; readonly gap: number };

/** Blocks of text one below the other, in the middle. */
const stacked = (blocks: readonly Block[], { width, height }: Size): string => {
  const total = blocks.reduce((sum, { set, gap }) => sum + set.height + gap, 0);
  let top = (height - total) / 2;
  return blocks
    .map(({ set, text, fill, gap }) => {
      const data = outlines(set, width / 2, top + gap, text);
      top += gap + set.height;
      return path(data, `fill="${fill}"`);
    })
    .join('');
};

const CARD_LINES_MAX = 2;

/** A title and lines over a dimmed picture. */
export const cardDrawing = (title: string, lines: readonly string[], size: Size): string => {
  const short = Math.min(size.width, size.height);
  const blockOf = (text: string, share: number, fill: string, gap: number): Block => {
    const widthMax = size.width * SAFE_WIDTH;
    const wished = { size: short * share, sizeMin: short * share * 0.5 };
    return { set: setText(text, { widthMax, linesMax: CARD_LINES_MAX, ...wished }), text, fill, gap };
  };
  return (
    rounded({ left: 0, top: 0, ...size }, 0, 'fill="#0b0f14" fill-opacity="0.78"') +
    stacked(
      [blockOf(title, 0.1, '#fff', 0), ...lines.map((line) => blockOf(line, 0.055, '#d6dde6', short * 0.025))],
      size,
    )
  );
};

/** Of the still of a scene of words: rims that the camera leaves out are outside this. */
const GROUND_WIDTH = 0.66;
const GROUND_LINES_MAX = 7;

/** The words of a scene on a plain ground: two tones, a disc and stripes, by the seed. */
export const groundDrawing = (words: string, seed: number, size: Size): string => {
  const digest = Buffer.from(sha256(`ground\n${String(seed)}`), 'hex');
  const byte = (at: number): number => (digest[at] ?? 0) / 255;
  const hue = Math.round(360 * byte(0));
  const { width, height } = size;
  const short = Math.min(width, height);
  const stripes = Array.from({ length: 7 }, (_, i) => {
    const x = ((i + byte(1)) * width) / 6 - width / 12;
    const points = [x, 0, x + short * 0.06, 0, x - height * 0.3 + short * 0.06, height, x - height * 0.3, height];
    return `<polygon points="${points.map(fixed).join(' ')}" fill="#fff" fill-opacity="0.05"/>`;
  }).join('');
  const set = setText(words, {
    widthMax: width * GROUND_WIDTH,
    linesMax: GROUND_LINES_MAX,
    size: short * 0.075,
    sizeMin: short * 0.035,
  });
  return (
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">` +
    `<stop offset="0" stop-color="hsl(${String(hue)},42%,30%)"/>` +
    `<stop offset="1" stop-color="hsl(${String((hue + 40) % 360)},46%,17%)"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/>${stripes}` +
    `<circle cx="${fixed(width * (0.15 + 0.7 * byte(2)))}" cy="${fixed(height * (0.1 + 0.25 * byte(3)))}"` +
    ` r="${fixed(short * 0.24)}" fill="hsl(${String((hue + 170) % 360)},60%,62%)" fill-opacity="0.28"/>` +
    stacked([{ set, text: words, fill: '#fff', gap: 0 }], size)
  );
};
