/** Places people and things on the stage, as the framing asks. */
import type { Random } from '../../prompt/random.ts';
import { place, type Point } from '../drawing/svg.ts';
import type { Person } from '../words/people-of.ts';
import type { Posture } from '../words/people.ts';
import type { Framing } from '../words/look.ts';
import type { Prop } from '../words/things.ts';
import { figure, footing } from './people/figure.ts';
import { looksOf } from './people/looks.ts';
import { bokeh, overShoulder, portrait, stranger } from './portrait.ts';
import { habits } from './things/habits.ts';
import { prop } from './things/props.ts';
import { glow } from './places/sky.ts';
import type { Stage } from '../drawing/stage.ts';

/** A drawing with the height of its ground: a lower one is nearer, and drawn later. */
type Item = { readonly y: number; readonly svg: string };
type Spot = { readonly x: number; readonly y: number };
type Side = -1 | 1;

const inOrder = (items: readonly Item[]): string =>
  items
    .toSorted((one, other) => one.y - other.y)
    .map(({ svg }) => svg)
    .join('');

/** Height of a grown figure whose feet are at `y`, and how far away it is. The nearest figure is `nearest` tall. */
const scaleAt = (stage: Stage, y: number, nearest: number): { readonly height: number; readonly depth: number } => {
  const t = Math.max(0, Math.min(1.2, (y - stage.horizon) / Math.max(1, stage.h - stage.horizon)));
  return { height: nearest * (0.3 + 0.7 * t), depth: Math.max(0, 0.5 * (1 - t)) };
};

/** Spots for a number of figures: on the thirds, near each other, the first one first. */
const spots = (stage: Stage, count: number, random: Random, feet: number, spread: number): readonly Spot[] => {
  const third = random.side();
  const centre = stage.w * (0.5 + third * (count === 1 ? random.between(0.06, 0.19) : random.between(0, 0.07)));
  return Array.from({ length: count }, (_, i) => ({
    x: centre + third * (count === 1 ? 0 : ((count - 1) / 2 - i) * spread) + random.between(-0.08, 0.08) * spread,
    y: feet + random.between(-0.05, 0.03) * feet * (count > 1 ? 1 : 0.3),
  }));
};

type Standing = {
  readonly person: Person;
  readonly posture: Posture;
  readonly spot: Spot;
  readonly nearest: number;
  readonly flip: boolean;
};

const MOUNTS: ReadonlySet<Prop> = new Set<Prop>(['horse', 'bicycle']);

/** The seat of a figure: its mount, or any seat at hand. */
const seat = (stage: Stage, { posture, spot, flip }: Standing, hip: number, depth: number): string => {
  const { palette, intent } = stage;
  const random = stage.random('seat');
  if (posture === 'sit')
    return place(
      { ...spot, scale: intent.interior ? hip / 52 : hip / 102, flip },
      prop(intent.interior ? 'chair' : 'rock', palette, random, depth),
    );
  if (posture !== 'ride') return '';
  const mount = intent.props.find((kind) => MOUNTS.has(kind)) ?? 'horse';
  return place(
    { ...spot, scale: (hip / 100) * (mount === 'horse' ? 2.1 : 1.6), flip },
    prop(mount, palette, random, depth),
  );
};

/** A thing in a figure's hand, in the figure's units. */
const carried = (stage: Stage, held: Prop, [x, y]: Point, depth: number): string => {
  const { size, glows } = habits[held];
  const halo = glows === true ? glow(stage, x, y - 22, 46, stage.palette.lamp, 0.55) : '';
  const grip = held === 'umbrella' || held === 'sword' ? 6 : 3;
  return halo + place({ x, y: y + grip, scale: size * 0.9 }, prop(held, stage.palette, stage.random('held'), depth));
};

/** `carries`: things for a hand are in this figure's. */
const standing = (stage: Stage, one: Standing, crisp = true, carries = false): Item => {
  const { palette, light, intent } = stage;
  const { person, posture, spot, nearest, flip } = one;
  const looks = looksOf(person);
  const { height: grown, depth } = scaleAt(stage, spot.y, nearest);
  const height = grown * looks.height;
  const drawn = figure(palette, looks, posture, depth, flip ? (-light.side as Side) : light.side, crisp);
  if (intent.setting === 'space') {
    return {
      y: spot.y,
      svg: place(
        { x: spot.x, y: stage.h * 0.5 + height * 0.45, scale: height / 100, turn: light.side * 16, flip },
        drawn.svg,
      ),
    };
  }
  const hip = (-drawn.hip[1] * height) / 100;
  const lifted = posture === 'ride' ? hip * 1.08 : 0;
  const held = carries && posture !== 'ride' ? intent.props.find((kind) => habits[kind].where === 'hand') : undefined;
  const inHand = held === undefined ? '' : carried(stage, held, drawn.hand, depth);
  return {
    y: spot.y,
    svg:
      footing(palette, spot.x, spot.y, height * (posture === 'ride' ? 2 : 1), light.side) +
      seat(stage, one, hip, depth) +
      place({ x: spot.x, y: spot.y - lifted, scale: height / 100, flip }, inHand, drawn.svg),
  };
};

const inAir = (stage: Stage, kind: Prop, random: Random): Item => {
  const { w, h, palette, horizon, light } = stage;
  const y = Math.max(h * 0.16, Math.min(horizon, h) * random.between(0.28, 0.6));
  const placing = { x: w * random.between(0.16, 0.84), y, scale: (h * 0.2 * habits[kind].size) / 100 };
  return {
    y: 0,
    svg: place(
      { ...placing, turn: kind === 'rocket' ? light.side * 24 : random.between(-6, 6) },
      prop(kind, palette, random, 0.2),
    ),
  };
};

/** Things on the ground, on walls and in the air. Without people, the first thing is the subject and shown large. */
const things = (stage: Stage, nearest: number, ground: number, taken: readonly Spot[]): readonly Item[] => {
  const random = stage.random('things');
  const { w, h, palette, intent, horizon, light } = stage;
  const peopled = intent.people.length > 0;
  const mounted = peopled && intent.postures[0] === 'ride';
  const inHand = peopled && !mounted ? intent.props.find((kind) => habits[kind].where === 'hand') : undefined;
  return intent.props
    .filter((kind) => !(mounted && MOUNTS.has(kind)) && kind !== inHand)
    .map((kind, i): Item => {
      const { size, where, glows } = habits[kind];
      if (where === 'air') return inAir(stage, kind, random);
      const [first] = taken;
      const subject = first === undefined && i === 0 && size < 1.6;
      const x =
        first === undefined
          ? w * (i === 0 ? random.between(0.3, 0.7) : random.between(0.1, 0.9))
          : first.x > w / 2
            ? w * random.between(0.08, 0.34)
            : w * random.between(0.66, 0.92);
      const afloat = kind === 'boat' && intent.setting === 'sea';
      const back = size > 1.15 && !subject;
      const y = afloat
        ? horizon + (h - horizon) * random.between(0.1, 0.2)
        : where === 'wall'
          ? Math.max(horizon, h * 0.56) + h * 0.03
          : back
            ? horizon + (ground - horizon) * random.between(0.16, 0.5)
            : ground - h * random.between(-0.02, 0.06);
      const { height, depth } = scaleAt(stage, y, nearest);
      // Small things would be lost on the ground: out of a hand they are shown larger than life.
      const shown = subject
        ? Math.min(h * 0.34, Math.max(height * size * 1.8, h * 0.2))
        : Math.max(height * size * (where === 'hand' ? 1.7 : 1), h * 0.09);
      const light2 = glows === true ? glow(stage, x, y - shown * 0.6, shown * 3, palette.lamp, 0.5) : '';
      const drawn = place({ x, y, scale: shown / 100, flip: random.chance(0.5) }, prop(kind, palette, random, depth));
      return { y, svg: light2 + footing(palette, x, y, shown, light.side) + drawn };
    });
};

const crowd = (stage: Stage, nearest: number, ground: number): readonly Item[] => {
  if (!stage.intent.crowd) return [];
  const random = stage.random('crowd');
  const [count, back] = [16, stage.horizon + (ground - stage.horizon) * 0.2];
  return Array.from({ length: count }, (_, i) => {
    const spot = { x: stage.w * random.between(0.02, 0.98), y: back + ((ground - back) * 0.62 * i) / count };
    const posture = random.pick<Posture>(['stand', 'walk', 'stand', 'hold']);
    return standing(
      stage,
      { person: stranger(random.whole(1, 40)), posture, spot, nearest, flip: random.chance(0.5) },
      false,
    );
  });
};

/** Moving figures move the same way; others turn to each other. */
const TOGETHER: ReadonlySet<Posture> = new Set<Posture>(['walk', 'run', 'ride']);

/** Whole figures in a place; `nearest` is the height of a figure at the lower edge, `feet` the height of their feet. */
const ensemble = (stage: Stage, nearest: number, feet: number): string => {
  const { intent, w, h } = stage;
  const random = stage.random('cast');
  const count = intent.people.length;
  const { height } = scaleAt(stage, feet, nearest);
  const spread = Math.min((w * 0.72) / Math.max(1, count - 0.4), height * (intent.postures[0] === 'ride' ? 1.1 : 0.62));
  const places = spots(stage, count, random, feet, spread);
  const middle = count === 1 ? w / 2 : places.reduce((sum, { x }) => sum + x, 0) / Math.max(1, count);
  const onward = count === 1 ? (places[0]?.x ?? 0) > middle : random.chance(0.5);
  const people = intent.people.map((person, i) => {
    const spot = places[i] ?? { x: w / 2, y: feet };
    const posture = intent.postures[i % intent.postures.length] ?? intent.postures[0];
    const flip = TOGETHER.has(posture) ? onward : spot.x > middle;
    return standing(stage, { person, posture, spot, nearest, flip }, true, i === 0);
  });
  const room = Math.min(feet, h * 0.93);
  return inOrder([...crowd(stage, nearest, room), ...things(stage, nearest, room, places), ...people]);
};

const WIDE_THINGS: ReadonlySet<Prop> = new Set<Prop>([
  'car',
  'truck',
  'train',
  'boat',
  'bed',
  'table',
  'bridge',
  'shoe',
  'plane',
  'bicycle',
  'dog',
  'horse',
]);

/** One thing, large, on a surface; a second one small beside it. */
const insert = (stage: Stage): string => {
  const { intent, palette, w, h, light } = stage;
  const random = stage.random('insert');
  const [first, second] = intent.props;
  if (first === undefined) return '';
  const unit = Math.min(w, h);
  const [base, x] = [h * random.between(0.76, 0.84), w * (0.5 + random.between(-0.06, 0.06))];
  const scale = (unit * (WIDE_THINGS.has(first) ? 0.36 : 0.56)) / 100;
  const beside =
    second === undefined
      ? ''
      : place(
          { x: w * (x > w / 2 ? 0.2 : 0.8), y: base - h * 0.03, scale: scale * 0.6 },
          prop(second, palette, random, 0.12),
        );
  return (
    bokeh(stage) +
    glow(stage, x + light.side * unit * 0.2, base - unit * 0.35, unit * 0.7, palette.key, 0.42) +
    beside +
    footing(palette, x, base, unit * 0.9, light.side) +
    place(
      { x, y: base, scale, turn: habits[first].where === 'hand' ? random.between(-5, 5) : 0, flip: random.chance(0.5) },
      prop(first, palette, random, 0),
    )
  );
};

/** Medium shots show up to three people from the waist, among their place's people and things. */
const medium = (stage: Stage, low: boolean): string => {
  const { h, intent } = stage;
  const count = intent.people.length;
  if (count === 0 || count > 3) return ensemble(stage, h * (low ? 0.84 : 0.7), h * 0.94);
  const behind = {
    ...stage,
    intent: { ...intent, people: [], props: intent.props.filter((kind) => habits[kind].where !== 'hand') },
  };
  return ensemble(behind, h * 0.9, h * 0.97) + portrait(stage, low ? 0.27 : 0.235);
};

/** The lower part of the picture by the sea is the beach: only boats are higher. */
const BEACH = 0.88;

const groundAt = ({ horizon, h, intent }: Stage, share: number): number =>
  horizon + (h - horizon) * (intent.setting === 'sea' ? BEACH : share);

/** Whether the backdrop is out of focus and far behind. */
export const isClose = ({ intent: { framing } }: Stage): boolean =>
  framing === 'close' || framing === 'extreme' || framing === 'shoulder' || framing === 'insert';

const shots: Readonly<Record<Framing, (stage: Stage, low: boolean) => string>> = {
  extreme: (stage) => portrait(stage, 1.05),
  close: (stage) => portrait(stage, 0.5),
  shoulder: overShoulder,
  insert,
  medium,
  full: (stage, low) => ensemble(stage, stage.h * (low ? 0.86 : 0.72), stage.h * 0.94),
  wide: (stage, low) => ensemble(stage, stage.h * (low ? 0.6 : 0.44), groundAt(stage, low ? 0.8 : 0.62)),
  aerial: (stage) => ensemble(stage, stage.h * 0.17, groundAt(stage, 0.52)),
};

/** People and things in front of the backdrop. */
export const cast = (stage: Stage): string => shots[stage.intent.framing](stage, stage.intent.angle === 'low');
