/** Tables of handlers: each event and command finds its own, and what has none is a bug. */
import test from 'ava';
import { accept, type Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { BrokenInvariant } from '../../../src/kernel/faults.ts';
import { ofEvent, onCommand, onEvent } from '../../../src/kernel/handlers.ts';

type Event = DomainEvent<'Added', { readonly by: number }> | DomainEvent<'Cleared', Record<string, never>>;
type Command = { readonly type: 'Add'; readonly by: number } | { readonly type: 'Clear' };

const evolve = onEvent<Event, number>({
  Added: (state, { by }) => state + by,
  Cleared: () => 0,
});
const signOf = ofEvent<Event, string>({ Added: ({ by }) => `+${by}`, Cleared: (_, { type }) => type });
const decide = onCommand<Command, number, Event, Refusal>({
  Add: ({ by }) => accept({ type: 'Added' as const, data: { by } }),
  Clear: (_, state, revision) =>
    state === 0 || revision === 'none' ? accept() : accept({ type: 'Cleared', data: {} }),
});

const added: Event = { type: 'Added', data: { by: 2 } };
const cleared: Event = { type: 'Cleared', data: {} };

test('an event finds its handler, which gets the state, its data and itself', (t) => {
  t.is(evolve(3, added), 5);
  t.is(evolve(3, cleared), 0);
  t.deepEqual([added, cleared].map(signOf), ['+2', 'Cleared']);
});

test('a command finds its handler, which gets the state and its revision', (t) => {
  t.deepEqual(decide({ type: 'Add', by: 2 }, 0, 'none'), accept(added));
  t.deepEqual(decide({ type: 'Clear' }, 3, 0), accept(cleared));
  t.deepEqual(decide({ type: 'Clear' }, 3, 'none'), accept());
});

test('a type without a handler is a broken invariant that names it', (t) => {
  const unknown = { type: 'Doubled', data: {} } as unknown as Event;
  const thrown = [
    t.throws(() => evolve(3, unknown)),
    t.throws(() => signOf(unknown)),
    t.throws(() => decide({ type: 'Double' } as unknown as Command, 3, 0)),
    t.throws(() => evolve(3, { type: 'constructor', data: {} } as unknown as Event)),
  ];
  for (const error of thrown) t.true(error instanceof BrokenInvariant);
  t.deepEqual(
    thrown.map((error) => error?.message),
    ['no handler for Doubled', 'no handler for Doubled', 'no handler for Double', 'no handler for constructor'],
  );
});
