/**
 * How far a partition is done: only the contiguous prefix counts. After a crash, delivery resumes at the first message
 * that was not done. `P` is the adapter's type for a place in a partition.
 */

export type Progress<P> = {
  /** Reading has reached `next`, and met no message on the way. */
  pass(next: P): void;
  /**
   * Reading has reached `next`, and met a message. A reader that begins at `from` meets it again. The answer is called
   * when the message is done.
   */
  take(from: P, next: P): () => void;
  /** Where reading goes on. */
  next(): P;
  /** Where a reader begins to meet all that is not done. Never goes back. */
  doneTo(): P;
};

export const createProgress = <P>(start: P): Progress<P> => {
  /** In the order in which they were taken: the first is the lowest. */
  const open = new Set<{ readonly from: P }>();
  let read = start;
  return Object.freeze({
    pass: (next: P) => {
      read = next;
    },
    take: (from: P, next: P) => {
      const taken = { from };
      open.add(taken);
      read = next;
      return () => void open.delete(taken);
    },
    next: () => read,
    doneTo: () => {
      for (const lowest of open) return lowest.from;
      return read;
    },
  });
};
