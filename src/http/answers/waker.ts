/** Waits until something may have changed. A change between two waits ends the next one at once. */
import type { Timers } from '../../ports/basics.ts';

export type Changes = {
  /**
   * Calls `wake` whenever something may have changed, also in vain, until the returned function is called. Never
   * throws. A missed change is noticed after `limits.liveLookMs`.
   */
  readonly subscribe: (wake: () => void) => () => void;
};

export type Waker = {
  /** Resolves when something may have changed since the last time, after `ms`, or when the signal aborts. */
  next(ms: number): Promise<void>;
  close(): void;
};

export const createWaker = (changes: Changes, timers: Pick<Timers, 'sleep'>, signal: AbortSignal): Waker => {
  let changed = false;
  let sleeping: AbortController | undefined;
  const wake = (): void => {
    changed = true;
    sleeping?.abort();
  };
  const unsubscribe = changes.subscribe(wake);
  signal.addEventListener('abort', wake, { once: true });

  return Object.freeze({
    next: async (ms: number) => {
      if (!changed && !signal.aborted) {
        sleeping = new AbortController();
        // The sleep has no other way to fail than to be cut short.
        await timers.sleep(ms, sleeping.signal).catch(() => undefined);
        sleeping = undefined;
      }
      changed = false;
    },
    close: () => {
      unsubscribe();
      signal.removeEventListener('abort', wake);
    },
  });
};
