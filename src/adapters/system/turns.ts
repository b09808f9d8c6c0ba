/**
 * Turns of the event loop for work that is long in sum: folds, checks of the log, read models, requests. All users of
 * one of these share a slice of each turn. When it is used up, callers go on in later turns, in the order of asking.
 * A turn takes as many of them as its slice has time for.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers, Turns } from '../../ports/basics.ts';

export type TurnsDeps = { readonly clock: Pick<Clock, 'monotonic'>; readonly timers: Pick<Timers, 'nextTurn'> };

export const createTurns = ({ clock, timers }: TurnsDeps): Turns => {
  const waiting: (() => void)[] = [];
  /** When the first step of this turn asked; undefined before one has. */
  let since: number | undefined;

  const begin = (): void => {
    since = clock.monotonic();
    timers.nextTurn().then(turn, turn);
  };

  const turn = (): void => {
    since = undefined;
    goOn();
  };

  const isUsedUp = (): boolean => {
    if (since === undefined) begin();
    return clock.monotonic() - (since ?? 0) >= limits.sliceMs;
  };

  /** The next caller takes its step before the one behind it is looked at: the steps are microtasks, in this order. */
  const goOn = (): void => {
    if (waiting.length === 0 || isUsedUp()) return;
    waiting.shift()?.();
    queueMicrotask(goOn);
  };

  return Object.freeze({
    due: () => (isUsedUp() ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined),
  });
};
