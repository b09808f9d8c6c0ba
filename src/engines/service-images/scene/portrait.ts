/** Shots of heads and shoulders: extreme close, close, medium, and over a shoulder. */
import { circle, place } from '../svg.ts';
import type { Person } from '../words/people-of.ts';
import type { Posture } from '../words/people.ts';
import { fromBehind, gesture } from './people/body.ts';
import { bust } from './people/bust.ts';
import type { Mimic } from './people/sitter.ts';
import { looksOf } from './people/looks.ts';
import { habits } from './things/habits.ts';
import { prop } from './things/props.ts';
import { glow } from './places/sky.ts';
import type { Stage } from './stage.ts';

/** Somebody whom the prompt does not name. */
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

/** One to three people; `size` is the height of a head as a share of the shorter side. */
export const portrait = (stage: Stage, size: number): string => {
  const { intent, palette, w, h, light } = stage;
  const random = stage.random('portrait');
  const people =
    intent.people.length === 0 ? [stranger(random.whole(1, 40))] : intent.people.slice(0, size < MEDIUM_MAX ? 3 : 2);
  const count = people.length;
  const unit = Math.min(w / (count > 1 ? 1.15 : 1), h) * size * (count > 1 && size >= MEDIUM_MAX ? 0.8 : 1);
  const side = random.side();
  const held = intent.props.find((kind) => habits[kind].where === 'hand');
  let out = size < MEDIUM_MAX ? '' : bokeh(stage);
  for (const [i, person] of people.entries()) {
    const across =
      count === 1 ? side * random.between(0.03, 0.14) : side * ((i / (count - 1)) * 2 - 1) * (count === 2 ? 0.21 : 0.3);
    const turn =
      count === 1
        ? -Math.sign(across) * random.between(0.2, 0.75)
        : count === 3 && i === 1
          ? 0.2 * side
          : -Math.sign(across) * 0.7;
    const y = h * (size > 0.8 ? 0.5 : size < MEDIUM_MAX ? 0.36 : 0.43) + unit * random.between(-0.06, 0.14);
    const posture = intent.postures[i % intent.postures.length] ?? 'stand';
    const looks = looksOf(person);
    const one = { palette, looks, turn, mimic: mimicOf(stage, posture), side: light.side, random, id: stage.id };
    const shown = unit * (looks.kind === 'child' ? 0.86 : 1);
    const hand =
      size < MEDIUM_MAX
        ? gesture(
            one,
            held !== undefined && i === 0 ? 'hold' : posture,
            held === undefined || i > 0 ? '' : prop(held, palette, random, 0),
            held === undefined ? 1 : 0.55 + habits[held].size * 1.6,
          )
        : '';
    out += glow(stage, w * (0.5 + across) + light.side * shown * 0.3, y - shown * 0.1, shown * 1.5, palette.key, 0.22);
    out += place(
      {
        x: w * (0.5 + across),
        y: y + (looks.kind === 'child' ? unit * 0.5 : 0),
        scale: shown / 100,
        turn: random.between(-3, 3),
      },
      bust(one),
      hand,
    );
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
