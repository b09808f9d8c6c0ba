/** Read models of the boxes in `box-aggregate.ts`: one document per box, one per ball, and a sum over all boxes. */
import { idOf, type RecordedEvent } from '../../../src/kernel/event.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import type { BoxEvent } from '../log/box-aggregate.ts';

type Fold = (document: never, event: RecordedEvent<BoxEvent>, id: string) => unknown;

const projection = (
  name: string,
  touches: (event: RecordedEvent<BoxEvent>) => readonly string[],
  evolve: Fold,
): Projection =>
  ({
    name,
    version: 1,
    indexes: {},
    categories: ['box'],
    touches,
    owner: () => 'ws_1',
    evolve,
  }) as unknown as Projection;

type BoxDocument = { readonly balls: readonly string[]; readonly moves: number };

/** Deletes a box that becomes empty. */
export const evolveBox = (document: BoxDocument | undefined, event: RecordedEvent<BoxEvent>): unknown => {
  const { balls, moves } = document ?? { balls: [], moves: 0 };
  if (event.type === 'BallPut') return { balls: [...balls, event.data.ball], moves: moves + 1 };
  if (event.type === 'BoxCounted') return document;
  const left = balls.filter((ball) => ball !== event.data.ball);
  return left.length === 0 ? undefined : { balls: left, moves: moves + 1 };
};

export const boxes = projection('boxes', (event) => [idOf(event.stream)], evolveBox);

/** One event may touch several documents: the ball, and the sum. */
export const balls = projection(
  'balls',
  (event) => (event.type === 'BoxCounted' ? [] : [`ball:${event.data.ball}`, 'all']),
  (document: { n: number } | undefined, event: RecordedEvent<BoxEvent>) => ({
    n: (document?.n ?? 0) + (event.type === 'BallPut' ? 1 : 0),
    last: event.position,
  }),
);

/** Breaks on the ball named `bomb`. */
export const fragile = projection(
  'fragile',
  (event) => [idOf(event.stream)],
  (document: { n: number } | undefined, event: RecordedEvent<BoxEvent>) => {
    if (event.type === 'BallPut' && event.data.ball === 'bomb') throw new TypeError('boom');
    return { n: (document?.n ?? 0) + 1 };
  },
);
