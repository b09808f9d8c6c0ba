/** A gate that lets a bounded number of tasks through at once; the others wait in line. */
import { Fault } from './faults.ts';

/** `short` tasks never wait for long ones alone. */
export type TaskLength = 'short' | 'long';

export type Gate = {
  /**
   * Runs the task when a place is free, in the order of asking. Returns its result or throws its fault. Faults of its
   * own: `cancelled` when the signal aborts while the task waits, which then never starts; `unavailable` when more than
   * `waitingMax` are waiting already. A task is `long` unless stated.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, length?: TaskLength): Promise<T>;
};

type Waiter = { readonly length: TaskLength; readonly admit: () => void };

/**
 * One gate per process bounds all picture work: `createGate({ placesMax: limits.imagePipelinesMax, ... })`. Where long
 * tasks have all places, one short task runs beside them: then `placesMax + 1` run at once.
 */
export const createGate = (bounds: { readonly placesMax: number; readonly waitingMax: number }): Gate => {
  const running = { short: 0, long: 0 };
  const waiting = new Set<Waiter>();

  const hasPlace = (length: TaskLength): boolean =>
    running.short + running.long < bounds.placesMax || (length === 'short' && running.short === 0);

  /** In the order of asking. A free place is handed over at once: no newcomer overtakes a task that could have it. */
  const leave = (left: TaskLength): void => {
    running[left] -= 1;
    for (const waiter of waiting) {
      if (!hasPlace(waiter.length)) continue;
      waiting.delete(waiter);
      running[waiter.length] += 1;
      waiter.admit();
    }
  };

  const enter = async (signal: AbortSignal | undefined, length: TaskLength): Promise<void> => {
    if (signal?.aborted === true) throw new Fault('cancelled', 'the caller stopped waiting');
    if (hasPlace(length)) {
      running[length] += 1;
      return;
    }
    if (waiting.size >= bounds.waitingMax) throw new Fault('unavailable', 'too many tasks wait at the gate');
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        length,
        admit: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        waiting.delete(waiter);
        reject(new Fault('cancelled', 'the caller stopped waiting'));
      };
      waiting.add(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  };

  return Object.freeze({
    run: async <T>(task: () => Promise<T>, signal?: AbortSignal, length: TaskLength = 'long'): Promise<T> => {
      await enter(signal, length);
      try {
        return await task();
      } finally {
        leave(length);
      }
    },
  });
};
