/**
 * Tables of handlers, in the place of switches: one function for each type of a union. The compiler names a type that
 * has none.
 */
import type { Decider, Decision, Refusal } from './decider.ts';
import type { DomainEvent } from './event.ts';
import { BrokenInvariant } from './faults.ts';
import type { ExpectedRevision } from './position.ts';

type Typed = { readonly type: string };
type OfType<U extends Typed, T> = Extract<U, { readonly type: T }>;

/** The effect of each event on a state. A handler gets the state, the data of the event, and the event. */
export const onEvent = <E extends DomainEvent, S, R = S>(handlers: {
  readonly [T in E['type']]: (state: S, data: OfType<E, T>['data'], event: OfType<E, T>) => R;
}): ((state: S, event: E) => R) => {
  const table = tableOf<(state: S, data: unknown, event: E) => R>(handlers);
  return (state, event) => handlerOf(table, event.type)(state, event.data, event);
};

/** The value of each event by itself. A handler gets the data of the event, and the event. */
export const ofEvent = <E extends DomainEvent, R>(handlers: {
  readonly [T in E['type']]: (data: OfType<E, T>['data'], event: OfType<E, T>) => R;
}): ((event: E) => R) => {
  const table = tableOf<(data: unknown, event: E) => R>(handlers);
  return (event) => handlerOf(table, event.type)(event.data, event);
};

/** The decision on each command, given a state: the `decide` of an aggregate. */
export const onCommand = <C extends Typed, S, E extends DomainEvent, R extends Refusal>(handlers: {
  readonly [T in C['type']]: (command: OfType<C, T>, state: S, revision: ExpectedRevision) => Decision<E, R>;
}): Decider<S, C, E, R>['decide'] => {
  const table = tableOf<Decider<S, C, E, R>['decide']>(handlers);
  return (command, state, revision) => handlerOf(table, command.type)(command, state, revision);
};

/** The commands that a table has decisions on. */
export type CommandIn<H extends Readonly<Record<string, (command: never, state: never, revision: never) => unknown>>> =
  Parameters<H[keyof H]>[0];

type Table<H> = ReadonlyMap<string, H>;

/** A map, so that no type finds a member of every object. */
const tableOf = <H>(handlers: object): Table<H> => new Map(Object.entries(handlers));

const handlerOf = <H>(table: Table<H>, type: string): H => {
  const handler = table.get(type);
  if (handler === undefined) throw new BrokenInvariant(`no handler for ${type}`);
  return handler;
};
