/** The tests of any set of laws: they hold, each finds what breaks it, and the work reaches all that there is. */
import type { TestFn } from 'ava';
import type fc from 'fast-check';
import type { Decider, Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { eventsOf, type Laws, type Run } from './decider-run.ts';
import { breaks, holds } from './property.ts';

export type LawTests<W, S, C, E extends DomainEvent, R extends Refusal, L extends string> = {
  /** The subject of every title. */
  readonly name: string;
  readonly decider: Decider<S, C, E, R>;
  readonly work: fc.Arbitrary<W>;
  readonly runOn: (decider: Decider<S, C, E, R>, work: W) => Run<S, C, E, R>;
  readonly laws: Readonly<Record<L, (run: Run<S, C, E, R>) => void>>;
  /** For each law deciders that break it, each with what is wrong about it. */
  readonly sabotages: Readonly<Record<L, readonly (readonly [name: string, broken: Decider<S, C, E, R>])[]>>;
  /** Every type of event and every refusal that the work must have led to, separated by white space. */
  readonly reaches: string;
  readonly runs: number;
};

export const testLaws = <W, S, C, E extends DomainEvent, R extends Refusal, L extends string>(
  test: TestFn,
  { name, decider, work, runOn, laws, sabotages, reaches, runs }: LawTests<W, S, C, E, R, L>,
): void => {
  const all: Laws<Run<S, C, E, R>> = laws;

  test(`${name}: any work keeps the laws`, (t) => {
    const law = (one: W): void => {
      const run = runOn(decider, one);
      for (const check of Object.values(all)) check(run);
    };
    t.notThrows(() => holds(work, law, runs));
  });

  // The keys of a record over L are L.
  for (const law of Object.keys(sabotages) as L[]) {
    for (const [sabotage, broken] of sabotages[law]) {
      test(`${name}: ${law} finds ${sabotage}`, (t) => {
        t.false(
          breaks(work, (one) => void runOn(broken, one), runs),
          'the work itself can be done',
        );
        t.true(breaks(work, (one) => laws[law](runOn(broken, one)), runs));
      });
    }
  }

  test(`${name}: the work that is tried reaches every event and every refusal`, (t) => {
    const seen = new Set<string>();
    const look = (one: W): void => {
      const run = runOn(decider, one);
      for (const { event } of eventsOf(run)) seen.add(event.type);
      for (const { refusal } of run.steps) if (refusal !== null) seen.add(refusal);
    };
    holds(work, look, runs);
    t.deepEqual([...seen].toSorted(), reaches.split(/\s+/).toSorted());
  });
};
