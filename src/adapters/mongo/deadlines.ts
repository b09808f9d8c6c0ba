/**
 * Timeouts of calls, by one ticker for all of them. Nearly every call is done in time: a timer that is set and
 * cancelled for each cost an eighth of a read.
 */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';

export type Deadlines = {
  /** The result of `working`, or fault `unavailable` after about `maxMs`: the work then goes on unobserved. */
  readonly within: <T>(maxMs: number, working: Promise<T>) => Promise<T>;
};

export const createDeadlines = (timers: Timers, clock: Clock): Deadlines => {
  const waiting = new Set<{ readonly end: number; readonly giveUp: () => void }>();
  let ticking = false;

  const tick = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        await timers.sleep(limits.mongoTickMs);
        const now = clock.monotonic();
        for (const { end, giveUp } of waiting) if (now >= end) giveUp();
      }
    } finally {
      ticking = false;
    }
  };

  const within = async <T>(maxMs: number, working: Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const call = {
      end: clock.monotonic() + maxMs,
      giveUp: () => {
        waiting.delete(call);
        reject(new Fault('unavailable', `MongoDB has not answered within ${maxMs} ms`));
      },
    };
    waiting.add(call);
    if (!ticking) {
      ticking = true;
      tick().catch(() => undefined);
    }
    working.then(resolve, reject).finally(() => waiting.delete(call));
    return promise;
  };

  return Object.freeze({ within });
};
