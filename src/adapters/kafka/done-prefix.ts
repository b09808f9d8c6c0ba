/**
 * How far a partition is done: only the contiguous prefix counts, so that after a crash everything past the first
 * message that was not done comes again.
 */

export type DonePrefix = {
  /** Offsets are taken in ascending order; gaps are nobody's. */
  take(offset: number): void;
  done(offset: number): void;
  /** The offset after the last that was taken: where to read on. */
  next(): number;
  /** The lowest offset that is not done: what may be committed. */
  doneTo(): number;
};

/** `from`: the first offset to come. */
export const createDonePrefix = (from: number): DonePrefix => {
  /** In ascending order, as they were taken. */
  const open = new Set<number>();
  let next = from;
  return Object.freeze({
    take: (offset: number) => {
      open.add(offset);
      next = offset + 1;
    },
    done: (offset: number) => void open.delete(offset),
    next: () => next,
    doneTo: () => {
      for (const lowest of open) return lowest;
      return next;
    },
  });
};
