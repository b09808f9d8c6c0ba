/** An aggregate that is as small as can be and has everything: a box that holds so many balls, each put in once. */
import { accept, type Decider, type Refusal, refuse } from '../../../src/kernel/decider.ts';
import { type EventOf, eventsOf } from '../../../src/kernel/event.ts';
import { array, integer, string } from '../../../src/kernel/shape.ts';

const event = eventsOf('box');

export const ballPut = event('BallPut', { ball: string(), held: integer(), note: string() });
export const ballTaken = event('BallTaken', { ball: string() });
/** Carries the whole state. */
export const boxCounted = event('BoxCounted', { balls: array(string()) });
export const boxEvents = [ballPut, ballTaken, boxCounted] as const;

export type BoxEvent = EventOf<(typeof boxEvents)[number]>;
export type BoxState = { readonly balls: readonly string[] };
export type BoxRefusal = Refusal<'box_full' | 'not_there'>;

export type BoxCommand =
  | { readonly type: 'Put'; readonly ball: string; readonly note?: string }
  | { readonly type: 'Take'; readonly ball: string }
  | { readonly type: 'Count' }
  /** Decides by throwing, as a bug would. */
  | { readonly type: 'Stumble' };

export const createBoxDecider = (
  options: { readonly capacity?: number; readonly snapshots?: boolean } = {},
): Decider<BoxState, BoxCommand, BoxEvent, BoxRefusal> => {
  const { capacity = 5, snapshots = false } = options;
  return {
    category: 'box',
    initial: { balls: [] },
    evolve: ({ balls }, event) => {
      switch (event.type) {
        case 'BallPut':
          return { balls: [...balls, event.data.ball] };
        case 'BallTaken':
          return { balls: balls.filter((ball) => ball !== event.data.ball) };
        default:
          return { balls: event.data.balls };
      }
    },
    decide: (command, { balls }) => {
      switch (command.type) {
        case 'Put':
          if (balls.includes(command.ball)) return accept();
          if (balls.length >= capacity) return refuse('box_full', { held: balls.length });
          return accept(ballPut({ ball: command.ball, held: balls.length + 1, note: command.note ?? '' }));
        case 'Take':
          return balls.includes(command.ball) ? accept(ballTaken({ ball: command.ball })) : refuse('not_there');
        case 'Count':
          return accept(boxCounted({ balls: [...balls] }));
        default:
          throw new TypeError('stumbled');
      }
    },
    ...(snapshots ? { snapshotType: 'BoxCounted' } : {}),
  };
};
