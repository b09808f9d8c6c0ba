/** The points of a commerce video on its scenes. Pure. */
import type { Span } from '../film/scenes.ts';
import { fitting, joined, spokenMs, wordsOf } from '../speech/spoken.ts';
import type { Point, Points } from './points.ts';

export type Placed = Span & { readonly prompt: string; readonly line: string };

export type Placement = {
  readonly scenes: readonly Placed[];
  /** Objections and products that are not said, or not to their end. */
  readonly unsaid: readonly string[];
};

/** All of it where each point has a scene; else without the closing, and then without the answers. */
export const placePoints = ({ points, answers, closing }: Points, spans: readonly Span[]): Placement => {
  const all = [...points, ...answers, closing];
  if (all.length <= spans.length) return spread(all, spans);
  const answered = place([...points, ...answers], spans);
  const isWhole = answers.every(({ line }) => answered.scenes.some((scene) => scene.line.endsWith(capitalised(line))));
  return isWhole ? answered : place(points, spans);
};

/** With a scene for each point they are spread; else scenes say as many points as they have time for. */
const place = (points: readonly Point[], spans: readonly Span[]): Placement =>
  points.length <= spans.length ? spread(points, spans) : pack(points, spans);

/** The first point is the first scene's, and the last one the last scene's. */
const spread = (points: readonly Point[], spans: readonly Span[]): Placement => {
  const at = (scene: number): number =>
    spans.length === 1 ? 0 : Math.round((scene * (points.length - 1)) / (spans.length - 1));
  return placement(
    spans.map((span, scene) => {
      // A point that is on for several scenes is said in the first of them.
      const isNew = scene === 0 || at(scene) !== at(scene - 1);
      const shown = points.slice(at(scene), at(scene) + 1);
      return { span, shown, said: isNew ? shown : [] };
    }),
  );
};

/** In their order. Those that no scene has the time for are left out. */
const pack = (points: readonly Point[], spans: readonly Span[]): Placement => {
  let rest = points;
  const placed = placement(
    spans.map((span, scene) => {
      const count = countFor(rest, span.durationMs, spans.length - scene - 1);
      const shown = rest.slice(0, count);
      rest = rest.slice(count);
      return { span, shown, said: shown };
    }),
  );
  return { ...placed, unsaid: [...placed.unsaid, ...askedOf(rest)] };
};

type Scene = { readonly span: Span; readonly shown: readonly Point[]; readonly said: readonly Point[] };

/** A line that is too long for its scene keeps its first words. */
const placement = (scenes: readonly Scene[]): Placement => ({
  scenes: scenes.map(({ span, shown, said }) => {
    const words = wordsOf(wordsIn(said));
    const line = isTooLong(said, span) ? joined(fitting(words, span.durationMs)[0]) : wordsIn(said);
    return { ...span, prompt: shown[0]?.prompt ?? '', line };
  }),
  unsaid: scenes.flatMap(({ span, said }) => (isTooLong(said, span) ? askedOf(said) : [])),
});

const isTooLong = (points: readonly Point[], { durationMs }: Span): boolean => spokenMs(wordsIn(points)) > durationMs;

/** How many of the first points a scene says: one at least, and more while they fit and later scenes have theirs. */
const countFor = (points: readonly Point[], ms: number, scenesLeft: number): number => {
  let count = 1;
  while (points.length - count > scenesLeft && spokenMs(wordsIn(points.slice(0, count + 1))) <= ms) count += 1;
  return count;
};

const wordsIn = (points: readonly Point[]): string => points.map(({ line }) => capitalised(line)).join(' ');

const capitalised = (line: string): string => `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;

const askedOf = (points: readonly Point[]): readonly string[] =>
  points.flatMap(({ asked }) => (asked === null ? [] : [asked]));
