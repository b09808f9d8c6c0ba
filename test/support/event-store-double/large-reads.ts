/**
 * Reads of more than one page of the server hinder each other. Each holds a thread of its pool while its next page is
 * on the way. Where the pool begins small (two cores), four of them wait for threads that come one at a time. On a real
 * 23.10.6 a read of 100 events in four lanes took a median of 2 s. With enough threads it took 88 ms at most.
 */

/** So many at once hinder each other. */
const CROWD = 4;
/** How long a pool that has no thread left takes to make one. */
const STALL_MS = 500;

export type LargeReads = {
  /** A read goes on past its first page. Returns how to say that it is over. */
  begin(): () => void;
  /** Before each page but the first. */
  turn(): Promise<void>;
  /** The most that were under way at once. */
  atOnceMax(): number;
};

export const createLargeReads = (): LargeReads => {
  let underWay = 0;
  let most = 0;
  return {
    begin: () => {
      underWay += 1;
      most = Math.max(most, underWay);
      return () => {
        underWay -= 1;
      };
    },
    turn: async () => {
      if (underWay < CROWD) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, STALL_MS);
      await promise;
    },
    atOnceMax: () => most,
  };
};
