/**
 * Timeouts of many calls by one timer. Nearly every call is answered in time. A timer, a signal and a listener for each
 * cost more than the bookkeeping here. A timeout is late by one look at most.
 */
import type { Timers } from '../../../ports/basics.ts';

/** How often it looks for late calls. */
const LOOK_MS = 100;

export type Deadlines = {
  /** Calls `late` after `ms`, unless the returned function is called before. */
  start(ms: number, late: () => void): () => void;
};

type Waiting = { readonly due: number; readonly late: () => void };

export const createDeadlines = (timers: Pick<Timers, 'sleep'>): Deadlines => {
  const waiting = new Set<Waiting>();
  let looks = 0;
  let looking = false;

  const look = async (): Promise<void> => {
    for (; waiting.size > 0; looks += 1) {
      await timers.sleep(LOOK_MS);
      for (const one of [...waiting].filter(({ due }) => due <= looks)) {
        waiting.delete(one);
        one.late();
      }
    }
    looking = false;
  };

  return {
    start: (ms, late) => {
      const one: Waiting = { due: looks + Math.ceil(ms / LOOK_MS), late };
      waiting.add(one);
      if (!looking) {
        looking = true;
        // A sleep without a signal has nothing to fail by.
        look().catch(() => undefined);
      }
      return () => waiting.delete(one);
    },
  };
};
