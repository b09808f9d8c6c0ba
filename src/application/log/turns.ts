/**
 * Turns of the event loop for work that is long in sum: folding a stream, checking the log. All users of one of these
 * share `limits.sliceMs` of each turn. When these are used up, callers go on in later turns, one in each, in the order
 * of asking.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';

export type Turns = {
  /** To be asked between two short steps. Undefined: go on. Otherwise go on when it resolves. */
  due(): Promise<void> | undefined;
};

export type TurnsDeps = { readonly clock: Pick<Clock, 'monotonic'>; readonly timers: Pick<Timers, 'nextTurn'> };

export const createTurns = ({ clock, timers }: TurnsDeps): Turns => {
  const waiting: (() => void)[] = [];
  /** When the first step of this turn asked; undefined before one has. */
  let since: number | undefined;

  const turn = (): void => {
    since = undefined;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };

  const begin = (): void => {
    since = clock.monotonic();
    timers.nextTurn().then(turn, turn);
  };

  return Object.freeze({
    due: () => {
      if (since === undefined) begin();
      if (clock.monotonic() - (since ?? 0) < limits.sliceMs) return undefined;
      return new Promise<void>((resolve) => void waiting.push(resolve));
    },
  });
};
