/** Deciders that are broken on purpose: a law that does not find them is no law. */
import type { Decider, Decision, Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';

type Any<S, C, E extends DomainEvent, R extends Refusal> = Decider<S, C, E, R>;

/** Decides on another state than the one that is there. */
export const seeing = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  doctor: (state: S, command: C) => S,
): Any<S, C, E, R> => ({
  ...decider,
  decide: (command, state, revision) => decider.decide(command, doctor(state, command), revision),
});

/** Tells other events than it decided: another one in place of each, several, or none. */
export const telling = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  change: (event: E) => E | readonly E[],
): Any<S, C, E, R> => ({
  ...decider,
  decide: (command, state, revision) => {
    const decision = decider.decide(command, state, revision);
    return decision.kind === 'refused' ? decision : { ...decision, events: decision.events.flatMap(change) };
  },
});

/** Tells events of one type with other data than it decided. */
export const misstating = <S, C, E extends DomainEvent, R extends Refusal, T extends E['type']>(
  decider: Any<S, C, E, R>,
  type: T,
  change: (data: Extract<E, { readonly type: T }>['data']) => object,
): Any<S, C, E, R> =>
  telling(decider, (event) =>
    event.type === type ? { ...event, data: { ...(event.data as object), ...change(event.data as never) } } : event,
  );

/** Answers some commands by itself. */
export const answering = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  answer: (command: C, state: S) => Decision<E, R> | undefined,
): Any<S, C, E, R> => ({
  ...decider,
  decide: (command, state, revision) => answer(command, state) ?? decider.decide(command, state, revision),
});

/** Decides another command than the one that came. */
export const asking = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  change: (command: C, state: S, revision: ExpectedRevision) => C,
): Any<S, C, E, R> => ({
  ...decider,
  decide: (command, state, revision) => decider.decide(change(command, state, revision), state, revision),
});

/** Folds each event to another state than the one that it leads to. */
export const folding = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  change: (after: S, event: E, before: S) => S,
): Any<S, C, E, R> => ({
  ...decider,
  evolve: (before, event) => change(decider.evolve(before, event), event, before),
});

/** Folds other events than there are. */
export const hearing = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Any<S, C, E, R>,
  change: (event: E) => E,
): Any<S, C, E, R> => ({ ...decider, evolve: (before, event) => decider.evolve(before, change(event)) });
