/** How properties are run: seeded, so that a run can be repeated; fast-check prints seed, path and counterexample. */
import fc from 'fast-check';

/** `PROPERTY_SEED` and `PROPERTY_RUNS` search elsewhere and longer. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_101);
export const runsOf = (runs: number): number => Number(process.env['PROPERTY_RUNS'] ?? runs);

/** Throws with seed and the smallest counterexample when the law is broken for any input. `law` throws when it is. */
export const holds = <T>(inputs: fc.Arbitrary<T>, law: (input: T) => void, runs: number): void => {
  fc.assert(
    fc.property(inputs, (input) => {
      law(input);
    }),
    { seed, numRuns: runsOf(runs) },
  );
};

/** Under most seeds a sabotage shows within its runs. The search ends with the first input that breaks the law. */
const LONGER = 20;

/** Whether some input breaks the law: what a sabotage must achieve. Does not look for the smallest one. */
export const breaks = <T>(inputs: fc.Arbitrary<T>, law: (input: T) => void, runs: number): boolean =>
  fc.check(
    fc.property(inputs, (input) => {
      law(input);
    }),
    { seed, numRuns: LONGER * runsOf(runs), endOnFailure: true },
  ).failed;
