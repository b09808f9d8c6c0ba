/** An event loop whose clock only the work of a test moves: how many turns the work took, and the longest of them. */
import { createTurns } from '../../../src/adapters/system/turns.ts';
import type { Turns } from '../../../src/ports/basics.ts';

export type WorkedLoop = {
  readonly turns: Turns;
  /** A step takes so long. */
  work(ms: number): void;
  /** Since the last call. */
  seen(): { readonly turns: number; readonly longestMs: number };
};

export const createWorkedLoop = (): WorkedLoop => {
  let now = 0;
  let began = 0;
  let [turns, longestMs] = [0, 0];
  const endTurn = (): void => {
    longestMs = Math.max(longestMs, now - began);
    began = now;
    turns += 1;
  };
  const nextTurn = async (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(() => {
        endTurn();
        resolve();
      });
    });
  return Object.freeze({
    turns: createTurns({ clock: { monotonic: () => now }, timers: { nextTurn } }),
    work: (ms: number) => void (now += ms),
    seen: () => {
      endTurn();
      const seen = { turns, longestMs };
      [turns, longestMs] = [0, 0];
      return seen;
    },
  });
};
