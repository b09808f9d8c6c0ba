import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { accept, type Decider, refuse } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { inPeriods } from '../../../src/kernel/periods.ts';
import { breaks, holds } from '../../support/property/property.ts';

type Sum = { readonly total: number };
type Event = DomainEvent<'Added', number> | DomainEvent<'Told', Sum>;
/** That many events at once, of 1 each. Below 0: refused. */
type Counting = Decider<Sum, number, Event, { code: 'no' }>;

const EVERY = 7;

const counting = {
  category: 'sum',
  initial: { total: 0 },
  evolve: (state: Sum, event: Event): Sum => (event.type === 'Told' ? event.data : { total: state.total + event.data }),
  decide: (count: number) =>
    count < 0 ? refuse('no') : accept(...Array.from({ length: count }, (): Event => ({ type: 'Added', data: 1 }))),
};

const told = (total: number): Event => ({ type: 'Told', data: { total } });
const added = (count: number): readonly Event[] => Array.from({ length: count }, () => ({ type: 'Added', data: 1 }));
const inSevens = inPeriods<Sum, number, Event, { code: 'no' }>(counting, {
  every: EVERY,
  type: 'Told',
  close: ({ total }) => told(total),
});

/** However much is appended at once, a cold start reads a period and one append at most. It folds to the same. */
const laws =
  (decider: Counting) =>
  (appends: readonly number[]): void => {
    let state = decider.initial;
    const log: Event[] = [];
    for (const count of appends) {
      const decision = decider.decide(count, state, log.length === 0 ? 'none' : log.length - 1);
      if (decision.kind === 'refused') continue;
      log.push(...decision.events);
      state = decision.events.reduce(decider.evolve, state);
      const last = Math.max(
        log.findLastIndex(({ type }) => type === decider.snapshotType),
        0,
      );
      ok(log.length - last <= EVERY + Math.max(count, 0), 'a cold start reads more than a period');
      same(log.slice(last).reduce(decider.evolve, decider.initial), state);
    }
    same(
      state.total,
      appends.reduce((sum, count) => sum + Math.max(count, 0), 0),
    );
  };

const work = fc.array(fc.integer({ min: -1, max: 20 }), { maxLength: 40 });

test('a cold start reads a period at most, and folds to the same state', (t) => {
  t.notThrows(() => holds(work, laws(inSevens), 300));
});

test('the append that reaches the bound closes the period, once', (t) => {
  const eventsOf = (count: number, before: number): readonly Event[] => {
    const decision = inSevens.decide(count, { total: before }, before === 0 ? 'none' : before - 1);
    return decision.kind === 'accepted' ? decision.events : [];
  };
  t.deepEqual(eventsOf(6, 0), added(6));
  t.deepEqual(eventsOf(7, 0), [...added(7), told(7)]);
  t.deepEqual(eventsOf(20, 6), [...added(20), told(26)]);
  t.deepEqual(eventsOf(0, 7), [], 'what appends nothing closes nothing');
});

test('an ended stream is not summed up', (t) => {
  const ended = inPeriods<Sum, number, Event, { code: 'no' }>(counting, {
    every: 1,
    type: 'Told',
    close: () => undefined,
  });
  t.deepEqual(ended.decide(1, { total: 0 }, 'none'), accept(...added(1)));
});

const sabotages: Readonly<Record<string, Counting>> = {
  'no period is closed': { ...inSevens, decide: counting.decide },
  'periods are closed where an append ends at the bound alone': {
    ...inSevens,
    decide: (count, state, revision) => {
      const end = (revision === 'none' ? 0 : revision + 1) + count;
      return end % EVERY === 0 ? inSevens.decide(count, state, revision) : counting.decide(count);
    },
  },
  'a period forgets the last append': inPeriods<Sum, number, Event, { code: 'no' }>(counting, {
    every: EVERY,
    type: 'Told',
    close: ({ total }) => told(total - 1),
  }),
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`the law finds that ${name}`, (t) => {
    t.true(breaks(work, laws(broken), 300));
  });
}
