/**
 * Time limits of many calls, by one timer for all of them. Nearly every call is done in time. A timer, a signal and a
 * listener for each cost more than the bookkeeping here. A call is given up late by one look at most.
 */
import { limits } from './limits.ts';

export type Deadlines = {
  /** The result of `working`, or the error of `late` after about `ms`: the work then goes on unobserved. */
  readonly within: <T>(ms: number, working: Promise<T>, late: () => Error) => Promise<T>;
};

type Waiting = { readonly due: number; readonly giveUp: () => void };

export const createDeadlines = (timers: { sleep(ms: number): Promise<void> }): Deadlines => {
  const waiting = new Set<Waiting>();
  let looks = 0;
  let looking = false;

  const look = async (): Promise<void> => {
    for (; waiting.size > 0; looks += 1) {
      await timers.sleep(limits.deadlineLookMs);
      for (const { due, giveUp } of waiting) if (due <= looks) giveUp();
    }
    looking = false;
  };

  return Object.freeze({
    within: async <T>(ms: number, working: Promise<T>, late: () => Error): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const due = looks + Math.ceil(ms / limits.deadlineLookMs);
      const one: Waiting = { due, giveUp: () => reject(late()) };
      waiting.add(one);
      if (!looking) {
        looking = true;
        // A sleep without a signal has nothing to fail by.
        look().catch(() => undefined);
      }
      working.then(resolve, reject);
      return promise.finally(() => waiting.delete(one));
    },
  });
};
