/** Chance that can be repeated: the same seed, the same draws. */

export type Random = {
  /** From 0 up to 1. */
  readonly next: () => number;
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly oneOf: <T>(choices: readonly T[]) => T;
  /** Another one, whose draws do not depend on how many were drawn here. */
  readonly fork: (name: string) => Random;
};

/** mulberry32 (Tommy Ettinger): small, and random enough for faults. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return Object.freeze({
    next,
    between,
    chance: (probability: number) => next() < probability,
    oneOf: <T>(choices: readonly T[]): T => {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('there is nothing to choose from');
      return choice;
    },
    fork: (name: string) => createRandom(seed ^ hashOf(name)),
  });
};

const hashOf = (text: string): number => Buffer.from(text).reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 7);
