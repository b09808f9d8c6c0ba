/** Which of all the points of a run are tried, when not all are. */
import { createHash, randomInt } from 'node:crypto';

/** `CRASH_SEED` tries the points of another run again; it is printed with each. */
export const crashSeed = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));

/** So many of the points from 1 to `points`: one anywhere in each of as many equal stretches. */
export const spread = (points: number, count: number, seed: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => 1 + Math.floor(((index + chance(seed, index)) * points) / count));

/** The same points in another order. */
export const shuffled = (points: readonly number[], seed: number): readonly number[] =>
  points
    .map((point) => ({ point, place: chance(seed, point) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ point }) => point);

/** From 0 to less than 1. */
const chance = (seed: number, index: number): number =>
  createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE() / 2 ** 32;
