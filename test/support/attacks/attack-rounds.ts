/**
 * How far an attack of `test/attacks/` goes. By hand each test tries all that it knows, in the order of its list. With
 * `ATTACK_SECONDS` it makes a seeded pass: what `ATTACK_SEED` (1 unless stated) draws first, until so many seconds are
 * over; at least one. A round that failed is named by what was tried, and fails again by itself.
 */
import type { ExecutionContext } from 'ava';
import { createRandom, type Random } from '../kernel/seeded-random.ts';

const SECONDS = Number(process.env['ATTACK_SECONDS'] ?? Infinity);
const SEED = Number(process.env['ATTACK_SEED'] ?? 1);

/** The inputs of a round beside its case: randomness of its own, independent of the rounds before it. */
export type Round = { readonly name: string; readonly random: Random };

/** Tries each case by its name; gives the names of those that were tried. */
export const attackRounds = async <C>(
  t: ExecutionContext,
  cases: Readonly<Record<string, C>>,
  attack: (attacked: C, round: Round) => Promise<void>,
): Promise<readonly string[]> => {
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > SECONDS * 1_000;
  const tried: string[] = [];
  for (const [name, attacked] of drawn(Object.entries(cases))) {
    if (tried.length > 0 && isOver()) break;
    t.log(name);
    await attack(attacked, { name, random: createRandom(SEED).fork(name) });
    tried.push(name);
  }
  return tried;
};

/** As listed, or in the order that the seed draws. */
const drawn = <T>(cases: readonly T[]): readonly T[] => {
  if (SECONDS === Infinity) return cases;
  const random = createRandom(SEED);
  return cases
    .map((one) => ({ one, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
};
