/** Those that wait for news: a wake ends all waits that have begun by then. */
export type Waiters = {
  readonly wake: () => void;
  /** Resolves at the next wake, or when the signal aborts; leaves nothing behind either way. */
  readonly woken: (signal: AbortSignal | undefined) => Promise<void>;
};

export const createWaiters = (): Waiters => {
  const waiting = new Set<() => void>();
  return {
    wake: () => {
      const woken = [...waiting];
      waiting.clear();
      for (const waiter of woken) waiter();
    },
    woken: async (signal) => {
      // An aborted signal fires no further event.
      if (signal?.aborted === true) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiter = (): void => resolve();
      waiting.add(waiter);
      signal?.addEventListener('abort', waiter);
      await promise;
      waiting.delete(waiter);
      signal?.removeEventListener('abort', waiter);
    },
  };
};
