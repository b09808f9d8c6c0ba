/**
 * All streams of a workspace under the real decisions. Everything that varies comes from one seed, so that a run can be
 * repeated.
 */
import { addMs } from '../../../src/kernel/time.ts';
import { at } from '../jobs/builders.ts';
import { createRandom } from '../kernel/seeded-random.ts';
import { createDecidedLog, type DecidedLog } from '../log/decided-log.ts';

export type SagaWorld = DecidedLog & {
  /** RFC 3339. */
  now(): string;
  /** Never backwards. */
  moveTo(time: string): void;
  /** A whole number below `n`. */
  pick(n: number): number;
  chance(oneIn: number): boolean;
  /** `prefix` and a number that was not used before. */
  newId(prefix: string): string;
};

export const createSagaWorld = (seed: number): SagaWorld => {
  const { next } = createRandom(seed);
  let now = at(0);
  let ids = 0;
  // Two appends never share a time.
  const tick = (): void => {
    now = addMs(now, 1);
  };
  return {
    ...createDecidedLog(() => now, tick),
    now: () => now,
    moveTo: (time) => {
      if (time > now) now = time;
    },
    pick: (n) => Math.floor(next() * n),
    chance: (oneIn) => next() * oneIn < 1,
    newId: (prefix) => `${prefix}_${(ids += 1)}`,
  };
};
