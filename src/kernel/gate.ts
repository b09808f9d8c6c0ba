/** A gate that lets a bounded number of tasks through at once; the others wait in line. */
import { Fault } from './faults.ts';

export type Gate = {
  /**
   * `cancelled` when the signal aborts while the task waits, which then never starts; `unavailable` when more than
   * `waitingMax` are waiting already. Faults of its own: Once the work is submitted or its outcome unknown, no process
   * calls the engine again. There is nothing to fence.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/** One gate per process bounds all picture work: `createGate({ placesMax: limits.imagePipelinesMax, ... })`. */
export const createGate = (bounds: { readonly placesMax: number; readonly waitingMax: number }): Gate => {
  let free = bounds.placesMax;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    // The place is handed over, never freed in between: no newcomer can overtake the tasks that wait.
    waiting.delete(next);
    next();
  };

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    if (signal?.aborted === true) throw new Fault('cancelled', 'the caller stopped waiting');
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.size >= bounds.waitingMax) throw new Fault('unavailable', 'too many tasks wait at the gate');
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(admit);
        reject(new Fault('cancelled', 'the caller stopped waiting'));
      };
      waiting.add(admit);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  };

  return Object.freeze({
    run: async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  });
};
