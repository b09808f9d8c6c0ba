/** The tests of any set of laws: they hold, each finds what breaks it, and the work reaches all that there is. */
import type { TestFn } from 'ava';
import type fc from 'fast-check';
import type { Decider, Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { eventsOf, type Run } from './decider-run.ts';
import { breaks, holds } from './property.ts';

export type LawTests<W, S, C, E extends DomainEvent, R extends Refusal, L extends string> = {
  /** The subject of every title. */
  readonly name: string;
  readonly decider: Decider<S, C, E, R>;
  readonly work: fc.Arbitrary<W>;
  readonly runOn: (decider: Decider<S, C, E, R>, work: W) => Run<S, C, E, R>;
  readonly laws: Readonly<Record<L, (run: Run<S, C, E, R>) => void>>;
  /** For each law deciders that break it, each with what is wrong about it. */
  readonly sabotages: Readonly<Record<L, Readonly<Record<string, Decider<S, C, E, R>>>>>;
  /** Every type of event and every refusal that the work must have led to, separated by white space. */
  readonly reaches: string;
  readonly runs: number;
};

export const testLaws = <W, S, C, E extends DomainEvent, R extends Refusal, L extends string>(
  test: TestFn,
  { name, decider, work, runOn, laws, sabotages, reaches, runs }: LawTests<W, S, C, E, R, L>,
): void => {
  let reached: ReadonlySet<string> | undefined;

  /** Tries the work once for all: throws where it breaks a law, and returns what it has reached. */
  const tried = (): ReadonlySet<string> => {
    if (reached !== undefined) return reached;
    const seen = new Set<string>();
    const law = (one: W): void => {
      const run = runOn(decider, one);
      for (const check of Object.values<(run: Run<S, C, E, R>) => void>(laws)) check(run);
      for (const { event } of eventsOf(run)) seen.add(event.type);
      for (const { refusal } of run.steps) if (refusal !== null) seen.add(refusal);
    };
    holds(work, law, runs);
    reached = seen;
    return seen;
  };

  test(`${name}: any work keeps the laws`, (t) => {
    t.notThrows(tried);
  });

  // The keys of a record over L are L.
  for (const law of Object.keys(sabotages) as L[]) {
    for (const [sabotage, broken] of Object.entries<Decider<S, C, E, R>>(sabotages[law])) {
      test(`${name}: ${law} finds ${sabotage}`, (t) => {
        let isDone = false;
        const judge = (one: W): void => {
          isDone = false;
          const run = runOn(broken, one);
          isDone = true;
          laws[law](run);
        };
        t.true(breaks(work, judge, runs));
        t.true(isDone, 'the work itself can be done: the law is what fails');
      });
    }
  }

  test(`${name}: the work that is tried reaches every event and every refusal`, (t) => {
    t.deepEqual([...tried()].toSorted(), reaches.split(/\s+/).toSorted());
  });
};
