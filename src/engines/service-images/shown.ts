/** The part of an intent that the picture shows: a close shot has no room for a posture, nor an interior for rain. */
import type { Intent } from './drawing/intent.ts';
import { GESTURES } from './scene/people/body.ts';
import { habits } from './scene/things/habits.ts';
import type { Person } from './words/people-of.ts';
import type { Posture } from './words/people.ts';
import type { Weather } from './words/places.ts';
import { type Mood, MOODS_SHOWN_MAX } from './words/look.ts';
import type { Prop } from './words/things.ts';

export type Shown = {
  readonly people: readonly Person[];
  readonly postures: ReadonlySet<Posture>;
  readonly garments: boolean;
  readonly crowd: boolean;
  readonly props: ReadonlySet<Prop>;
  readonly weather: ReadonlySet<Weather>;
  readonly moods: ReadonlySet<Mood>;
};

const PORTRAYED_MAX = 3;
const CLOSE_MAX = 2;
const INSERTED_MAX = 2;

/** Moods that a face shows by itself. */
const MIMED: ReadonlySet<Posture> = new Set<Posture>(['stand', 'lie', 'fight', 'aim', 'raise']);
/** Weather that gets inside. */
const ANYWHERE: ReadonlySet<Weather> = new Set<Weather>(['fog', 'dust']);

export const shownOf = (intent: Intent): Shown => {
  const { framing, interior, weather, moods } = intent;
  const close = framing === 'close' || framing === 'extreme' || framing === 'shoulder';
  const people = framing === 'insert' ? [] : intent.people.slice(0, close ? CLOSE_MAX : undefined);
  const portrayed = framing === 'medium' && people.length > 0 && people.length <= PORTRAYED_MAX;
  return {
    people,
    postures: posturesOf(intent, people.length, close, portrayed),
    garments: framing !== 'extreme',
    crowd: intent.crowd && !close && framing !== 'insert',
    props: propsOf(intent, close, portrayed),
    weather: interior ? new Set([...weather].filter((one) => ANYWHERE.has(one))) : weather,
    moods: new Set([...moods].slice(0, MOODS_SHOWN_MAX)),
  };
};

/** Each person has one, in the order of mention. */
const posturesOf = ({ postures }: Intent, people: number, close: boolean, portrayed: boolean): ReadonlySet<Posture> => {
  const taken = postures.slice(0, people);
  const isSeen = (posture: Posture): boolean =>
    !(close || portrayed) || MIMED.has(posture) || (portrayed && GESTURES.has(posture));
  return new Set(taken.filter(isSeen));
};

const propsOf = ({ framing, props }: Intent, close: boolean, portrayed: boolean): ReadonlySet<Prop> => {
  if (framing === 'insert') return new Set(props.slice(0, INSERTED_MAX));
  if (close) return new Set();
  const inHand = props.find((kind) => habits[kind].where === 'hand');
  return new Set(portrayed ? props.filter((kind) => habits[kind].where !== 'hand' || kind === inHand) : props);
};
