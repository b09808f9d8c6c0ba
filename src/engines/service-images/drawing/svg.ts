/**
 * The few SVG elements that a panel is made of. Only numbers and colours go in, never a caller's text:
 * that is why no prompt, however hostile, can reach the rasteriser.
 */
import { assert } from '../../../kernel/faults.ts';
import { type Colour, hex } from './colour.ts';

export type Point = readonly [x: number, y: number];

/** One decimal is finer than a pixel on every size that is drawn. */
export const num = (value: number): string => {
  assert(Number.isFinite(value), 'a coordinate is not a number');
  const tenths = Math.round(value * 10);
  const rest = Math.abs(tenths % 10);
  if (rest === 0) return String(tenths / 10);
  // Whole numbers become text in a third of the time of others, and a panel has thousands.
  return `${tenths < 0 ? '-' : ''}${Math.floor(Math.abs(tenths) / 10)}.${rest}`;
};

/** Four decimals, for factors: scales and opacities. */
const fine = (value: number): string => {
  assert(Number.isFinite(value), 'a factor is not a number');
  return String(Math.round(value * 10_000) / 10_000);
};

/** A colour, or the id of a gradient. */
export type Paint = Colour | { readonly gradient: string };

const paintOf = (paint: Paint): string => ('gradient' in paint ? `url(#${paint.gradient})` : hex(paint));

const fillOf = (paint: Paint, opacity: number): string =>
  ` fill="${paintOf(paint)}"${opacity === 1 ? '' : ` fill-opacity="${fine(opacity)}"`}`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
  opacity = 1,
  radius = 0,
): string =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(Math.max(0, width))}" height="${num(Math.max(0, height))}"` +
  `${radius === 0 ? '' : ` rx="${num(radius)}"`}${fillOf(paint, opacity)}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, paint: Paint, opacity = 1): string =>
  `<ellipse cx="${num(cx)}" cy="${num(cy)}" rx="${num(Math.max(0, rx))}" ry="${num(Math.max(0, ry))}"` +
  `${fillOf(paint, opacity)}/>`;

export const circle = (cx: number, cy: number, radius: number, paint: Paint, opacity = 1): string =>
  ellipse(cx, cy, radius, radius, paint, opacity);

/** Path data with its numbers formatted: d`M${x} ${y}q10 -20 30 0z`. */
export const d = (parts: TemplateStringsArray, ...values: readonly number[]): string =>
  parts.reduce((text, part, i) => text + num(values[i - 1] ?? 0) + part);

/** A filled path; the data comes from `d`, `poly` or `curve`. */
export const path = (data: string, paint: Paint, opacity = 1): string =>
  data === '' ? '' : `<path d="${data}"${fillOf(paint, opacity)}/>`;

/** A filled path whose inner outlines are holes. */
export const hollow = (data: string, paint: Paint): string =>
  `<path fill-rule="evenodd" d="${data}"${fillOf(paint, 1)}/>`;

export const stroke = (data: string, colour: Colour, width: number, opacity = 1): string =>
  `<path d="${data}" fill="none" stroke="${hex(colour)}" stroke-width="${num(width)}" stroke-linecap="round"` +
  ` stroke-linejoin="round"${opacity === 1 ? '' : ` stroke-opacity="${fine(opacity)}"`}/>`;

export const poly = (points: readonly Point[], close = true): string =>
  `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}${close ? 'Z' : ''}`;

/** A curve through the points (Catmull-Rom as Bézier segments). */
export const curve = (points: readonly Point[]): string => {
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] ?? [0, 0];
  let data = `M${num(at(0)[0])} ${num(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    data +=
      `C${num(p1[0] + (p2[0] - p0[0]) / 6)} ${num(p1[1] + (p2[1] - p0[1]) / 6)}` +
      ` ${num(p2[0] - (p3[0] - p1[0]) / 6)} ${num(p2[1] - (p3[1] - p1[1]) / 6)}` +
      ` ${num(p2[0])} ${num(p2[1])}`;
  }
  return data;
};

/** Short marks without round ends: cheap, for hundreds of them. */
export const flat = (data: string, colour: Colour, width: number, opacity: number): string =>
  `<path d="${data}" fill="none" stroke="${hex(colour)}" stroke-width="${num(width)}"` +
  ` stroke-opacity="${fine(opacity)}"/>`;

type Placing = {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly turn?: number;
  readonly flip?: boolean;
};

/** Moves, turns (degrees), scales and mirrors, in this order of effect on its content: mirror, scale, turn, move. */
export const place = (placing: Placing, ...inside: readonly string[]): string => {
  const { x, y, scale = 1, turn = 0, flip = false } = placing;
  const factor = fine(scale);
  return (
    `<g transform="translate(${num(x)} ${num(y)})${turn === 0 ? '' : `rotate(${num(turn)})`}` +
    `scale(${flip ? '-' : ''}${factor} ${factor})">${inside.join('')}</g>`
  );
};

/** Its content, cut to a shape. The id must be unique in the picture. */
export const clipped = (id: string, shape: string, ...inside: readonly string[]): string =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${inside.join('')}</g>`;

export type Stop = readonly [offset: number, colour: Colour, opacity?: number];

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${fine(offset)}" stop-color="${hex(colour)}"` +
        `${opacity === 1 ? '' : ` stop-opacity="${fine(opacity)}"`}/>`,
    )
    .join('');

/** Top to bottom, or along a direction given in shares of the shape's box. */
export const linear = (id: string, stops: readonly Stop[], to: Point = [0, 1], from: Point = [0, 0]): string =>
  `<linearGradient id="${id}" x1="${fine(from[0])}" y1="${fine(from[1])}" x2="${fine(to[0])}" y2="${fine(to[1])}">` +
  `${stopsOf(stops)}</linearGradient>`;

export const radial = (id: string, stops: readonly Stop[]): string =>
  `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
