/** Randomness as a pure function of a key: the same key always gives the same numbers. */
import { sha256 } from '../../kernel/canonical-json.ts';

export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(items: readonly [T, ...(readonly T[])]): T;
  /** -1 or 1. */
  side(): -1 | 1;
};

/**
 * sfc32 (Chris Doty-Humphrey's PractRand, 32-bit variant), started from the first 128 bits of the key's sha256. Each
 * purpose takes its own stream. So a change in one part of a work leaves the others as they were.
 */
export const randomFrom = (key: string, purpose: string): Random => {
  const digest = sha256(`${purpose}\n${key}`);
  let a = Number.parseInt(digest.slice(0, 8), 16) | 0;
  let b = Number.parseInt(digest.slice(8, 16), 16) | 0;
  let c = Number.parseInt(digest.slice(16, 24), 16) | 0;
  let count = Number.parseInt(digest.slice(24, 32), 16) | 0;

  const next = (): number => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (share) => next() < share,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    side: () => (next() < 0.5 ? -1 : 1),
  };
};
