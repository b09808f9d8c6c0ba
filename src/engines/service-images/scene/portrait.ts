/** Shots of heads and shoulders: extreme close, close, medium, and over a shoulder. */
import type { Random } from '../../prompt/random.ts';
import { circle, d, place, stroke } from '../drawing/svg.ts';
import type { Person } from '../words/people-of.ts';
import type { Posture } from '../words/people.ts';
import type { Prop } from '../words/things.ts';
import { fromBehind, gesture } from './people/body.ts';
import { bust } from './people/bust.ts';
import type { Bust, Mimic } from './people/sitter.ts';
import { looksOf } from './people/looks.ts';
import { habits } from './things/habits.ts';
import { prop } from './things/props.ts';
import { glow } from './places/sky.ts';
import type { Stage } from '../drawing/stage.ts';

/** A person that the prompt does not name. */
export const stranger = (n: number): Person => ({
  key: `stranger ${String(n)}`,
  kind: 'person',
  garment: null,
  dye: null,
  headwear: null,
  hair: null,
});

const mimicOf = ({ intent: { moods } }: Stage, posture: Posture): Mimic => {
  if (posture === 'lie') return 'shut';
  if (moods.has('horror')) return 'fear';
  if (moods.has('sad')) return 'sad';
  if (moods.has('tense') || moods.has('noir') || posture === 'fight' || posture === 'aim') return 'stern';
  if (moods.has('warm') || moods.has('romantic') || posture === 'raise') return 'smile';
  return 'plain';
};

/** Lights out of focus. */
export const bokeh = (stage: Stage): string => {
  const { w, h, palette, intent } = stage;
  if (intent.time === 'day' && !intent.moods.has('neon') && !intent.interior) return '';
  const random = stage.random('bokeh');
  let out = '';
  for (let i = 0; i < 13; i += 1) {
    const radius = Math.min(w, h) * random.between(0.012, 0.05);
    out += circle(
      w * random.next(),
      h * random.between(0.05, 0.7),
      radius,
      random.pick([palette.lamp, palette.key, palette.accent]),
      random.between(0.1, 0.32),
    );
  }
  return out;
};

const MEDIUM_MAX = 0.4;

/** A place in the row of those portrayed: where, shares of the width from the middle, and which way the head turns. */
type Seat = { readonly across: number; readonly turn: number };

const seats = (count: number, side: -1 | 1, random: Random): readonly Seat[] => {
  if (count === 1) {
    const across = side * random.between(0.03, 0.14);
    return [{ across, turn: -side * random.between(0.2, 0.75) }];
  }
  return Array.from({ length: count }, (_, i) => {
    const across = side * ((i / (count - 1)) * 2 - 1) * (count === 2 ? 0.21 : 0.3);
    return { across, turn: across === 0 ? 0.2 * side : -Math.sign(across) * 0.7 };
  });
};

/** The thing in the hand of the first person, in front of the body. An umbrella is over the head, behind it. */
const holding = (
  stage: Stage,
  one: Bust,
  posture: Posture,
  held: Prop | undefined,
): readonly [behind: string, before: string] => {
  if (held === undefined) return ['', gesture(one, posture, '', 1)];
  const { palette } = stage;
  const halo = habits[held].glows === true ? glow(stage, 0, -70, 190, palette.lamp, 0.5) : '';
  const thing = halo + prop(held, palette, stage.random('held'), 0);
  if (held !== 'umbrella') return ['', gesture(one, 'hold', thing, 0.55 + habits[held].size * 1.6)];
  const pole = stroke(d`M20 -20L26 190`, palette.ink, 7);
  return [place({ x: 20, y: 10, scale: 1.9 }, thing) + pole, gesture(one, 'hold', '', 1)];
};

/** One to three people. `size` is the height of a head as a share of the height, or of the shorter side when close. */
export const portrait = (stage: Stage, size: number): string => {
  const { intent, palette, w, h, light } = stage;
  const random = stage.random('portrait');
  const isMedium = size < MEDIUM_MAX;
  const named = intent.people.slice(0, isMedium ? 3 : 2);
  const people = named.length === 0 ? [stranger(random.whole(1, 40))] : named;
  const count = people.length;
  // Upright pictures are narrow: there the width decides, and two or three share it.
  const unit = isMedium
    ? Math.min(h * size, w * (count === 1 ? 0.34 : 0.46 / count))
    : Math.min(w, h) * size * (count > 1 ? 0.8 : 1);
  const row = seats(count, random.side(), random);
  const held = isMedium ? intent.props.find((kind) => habits[kind].where === 'hand') : undefined;
  let out = isMedium ? '' : bokeh(stage);
  for (const [i, person] of people.entries()) {
    const { across, turn } = row[i] ?? { across: 0, turn: 0 };
    const posture = intent.postures[i % intent.postures.length] ?? 'stand';
    const looks = looksOf(person);
    const one = { palette, looks, turn, mimic: mimicOf(stage, posture), side: light.side, random, id: stage.id };
    const [scale, lower] = looks.kind === 'child' ? [unit * 0.86, unit * 0.5] : [unit, 0];
    const x = w * (0.5 + across);
    const y = h * (size > 0.8 ? 0.5 : isMedium ? 0.36 : 0.43) + unit * random.between(-0.06, 0.14) + lower;
    const [behind, before] = isMedium ? holding(stage, one, posture, i === 0 ? held : undefined) : ['', ''];
    out += glow(stage, x + light.side * scale * 0.3, y - scale * 0.1, scale * 1.5, palette.key, 0.22);
    out += place({ x, y, scale: scale / 100, turn: random.between(-3, 3) }, behind, bust(one), before);
  }
  return out;
};

/** The second person faces us, past the first one's shoulder. */
export const overShoulder = (stage: Stage): string => {
  const { intent, palette, w, h, light } = stage;
  const random = stage.random('shoulder');
  const side = random.side();
  const [facing, behind] = [intent.people[1] ?? stranger(7), intent.people[0] ?? stranger(3)];
  const unit = Math.min(w, h);
  const far = {
    palette,
    looks: looksOf(facing),
    turn: side * 0.55,
    mimic: mimicOf(stage, intent.postures[0]),
    side: light.side,
    random,
    id: stage.id,
  };
  return (
    bokeh(stage) +
    place({ x: w * (0.5 - side * 0.12), y: h * 0.4, scale: (unit * 0.34) / 100 }, bust(far)) +
    place(
      { x: w * (0.5 + side * (w > h ? 0.3 : 0.36)), y: h * 0.5, scale: (unit * 0.6) / 100, turn: side * 4 },
      fromBehind(palette, looksOf(behind), -side as -1 | 1),
    )
  );
};
