/**
 * The shape of every aggregate: a pure fold and a pure decision.
 * Refusals are values; a decision that throws is a bug.
 */
import type { DomainEvent } from './event.ts';
import type { ExpectedRevision, Revision } from './position.ts';

/** Why a command is refused: a code from the aggregate's closed list, with a detail for the caller. */
export type Refusal<C extends string = string> = {
  readonly code: C;
  readonly detail?: Readonly<Record<string, unknown>>;
};

export type Decision<E extends DomainEvent, R extends Refusal> =
  | { readonly kind: 'accepted'; readonly events: readonly E[] }
  | { readonly kind: 'refused'; readonly refusal: R };

/** The command is accepted, with these events. No events: it had been carried out before. */
export function accept(): { readonly kind: 'accepted'; readonly events: readonly never[] };
export function accept<E extends DomainEvent>(
  ...events: readonly E[]
): { readonly kind: 'accepted'; readonly events: readonly E[] };
export function accept(...events: readonly DomainEvent[]): unknown {
  return { kind: 'accepted', events };
}

export const refuse = <const C extends string>(
  code: C,
  detail?: Refusal['detail'],
): { kind: 'refused'; refusal: Refusal<C> } => ({
  kind: 'refused',
  refusal: detail === undefined ? { code } : { code, detail },
});

export type Decider<S, C, E extends DomainEvent, R extends Refusal> = {
  /** Stream prefix, e.g. `job`. */
  readonly category: string;
  readonly initial: S;
  readonly evolve: (state: S, event: E) => S;
  /**
   * Pure: time, ids and everything else that varies arrive inside the command. `revision` is that of the state, for
   * commands that were checked against an exact revision. The same command on the state that it led to must yield no
   * events.
   */
  readonly decide: (command: C, state: S, revision: ExpectedRevision) => Decision<E, R>;
  /** An event type that carries the whole state: a cold fold reads back to the last one and starts there. */
  readonly snapshotType?: string;
  /** That event for a state, where it closes a period (kernel/periods.ts); `revision` is its own. */
  readonly closePeriod?: (state: S, revision: Revision) => E | undefined;
};
