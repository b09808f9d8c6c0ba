/** Ids that follow from a seed and from whose they are: what one does leaves the ids of the others as they were. */
import { createHash } from 'node:crypto';
import type { Ids } from '../../../src/ports/basics.ts';

export type SeededIds = Ids & {
  /** Ids are this one's from here on. */
  as(who: string): void;
};

export const createSeededIds = (seed: string): SeededIds => {
  const counts = new Map<string, number>();
  let current = '';
  const next = (): Buffer => {
    const count = (counts.get(current) ?? 0) + 1;
    counts.set(current, count);
    return createHash('sha256').update(`${seed} ${current} ${count}`).digest();
  };
  return Object.freeze({
    as: (who: string) => {
      current = who;
    },
    eventId: () => {
      const hex = next().toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    bytes: (count: number) => new Uint8Array(next().subarray(0, count)),
  });
};
